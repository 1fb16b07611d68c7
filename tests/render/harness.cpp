#include "harness.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <span>

#include "assets/assets.hpp"

namespace milkomeda {
namespace {

std::span<const std::byte> bytes(const std::vector<glm::vec4>& column) { return std::as_bytes(std::span{column}); }

}  // namespace

std::string built_in(std::string_view name) { return Assets{}.read(name); }

ParticleRenderer ParticleScene::renderer(const ReadAsset& read) const {
    const std::vector<glm::vec4> at_rest(velocities.empty() ? positions.size() : 0, glm::vec4{0});
    ParticleRenderer renderer{bytes(positions), bytes(velocities.empty() ? at_rest : velocities), read};
    if (!attributes.empty()) renderer.columns().set_attributes(bytes(attributes));
    if (!ellipsoids.empty()) renderer.columns().set_ellipsoids(std::as_bytes(std::span{ellipsoids}));
    if (!vertical_ranks.empty()) renderer.columns().set_vertical_ranks(vertical_ranks);
    return renderer;
}

ParticleFrame ParticleScene::frame() const {
    return {.time_offset = time_offset,
            .time = time,
            .groups = groups,
            .coloring = coloring,
            .share = share,
            .blend = blend,
            .most_stars = most_stars,
            .scatter = scatter};
}

OffscreenTarget black_target(int width, int height) {
    OffscreenTarget target{width, height};
    target.bind();
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    return target;
}

Image draw(const ParticleScene& scene, ParticleRenderer& renderer, int width, int height) {
    OffscreenTarget target = black_target(width, height);
    renderer.draw(view_of(scene.camera, width, height), scene.look, scene.frame());
    CHECK(glGetError() == GL_NO_ERROR);
    return target.read();
}

std::vector<glm::vec4> collect(const ParticleScene& scene, ParticleRenderer& renderer, HdrPipeline& hdr, int width,
                               int height) {
    hdr.begin(width, height);
    renderer.draw(view_of(scene.camera, width, height), scene.look, scene.frame());
    CHECK(glGetError() == GL_NO_ERROR);
    return pixels_of(hdr.light());
}

std::vector<glm::vec4> light_in_square(const ParticleScene& scene, int size) {
    static HdrPipeline hdr{built_in};
    ParticleRenderer renderer = scene.renderer();
    return collect(scene, renderer, hdr, size, size);
}

Image resolve(const ParticleScene& scene, HdrPipeline& hdr, int width, int height, const Adaptation& adaptation) {
    ParticleRenderer renderer = scene.renderer();
    OffscreenTarget target = black_target(width, height);
    collect(scene, renderer, hdr, width, height);
    const float scale = pixels_per_unit_at_target(view_of(scene.camera, width, height));
    hdr.resolve(scene.look, scale * scale, adaptation);
    CHECK(glGetError() == GL_NO_ERROR);
    return target.read();
}

std::vector<glm::vec4> pixels_of(const LightTarget& light) {
    std::vector<glm::vec4> pixels(static_cast<std::size_t>(light.width()) * static_cast<std::size_t>(light.height()));
    light.bind_for_reading();
    glReadPixels(0, 0, light.width(), light.height(), GL_RGBA, GL_FLOAT, pixels.data());
    return pixels;
}

glm::dvec4 total(const std::vector<glm::vec4>& pixels) {
    return std::accumulate(pixels.begin(), pixels.end(), glm::dvec4{0},
                           [](const glm::dvec4& sum, const glm::vec4& pixel) { return sum + glm::dvec4{pixel}; });
}

glm::vec3 pixel(const Image& image, int x, int y) {
    const std::uint8_t* const rgba = &image.rgba[4 * (static_cast<std::size_t>(y) * image.width + x)];
    return {rgba[0], rgba[1], rgba[2]};
}

}  // namespace milkomeda
