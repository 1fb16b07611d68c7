// A share of the rows stands for all: the light and the mass of the picture stay.
#include <doctest/doctest.h>

#include <numeric>
#include <random>

#include "assets/assets.hpp"
#include "render/gl/target.hpp"
#include "render/hdr/hdr_pipeline.hpp"
#include "render/particles/particle_renderer.hpp"

using namespace milkomeda;

namespace {

constexpr int width = 320, height = 240;

std::string built_in(std::string_view name) {
    return Assets{}.read(name);
}

// Two components of one kind each, as loaders leave them: shuffled, and grouped.
struct Galaxy {
    static constexpr std::size_t disk = 640'000, bulge = 7'000;
    std::vector<glm::vec4> positions, velocities;
    std::vector<ParticleGroup> groups{{0, disk, Population::disk}, {disk, bulge, Population::bulge}};

    Galaxy() {
        std::mt19937 random{7};
        std::normal_distribution<float> normal{0, 1};
        for (std::size_t i = 0; i < disk + bulge; ++i) {
            const float size = i < disk ? 4.0f : 0.5f, mass = i < disk ? 1e-5f : 2e-4f;
            positions.emplace_back(size * normal(random), size * normal(random), 0.1f * normal(random), mass);
            velocities.emplace_back(normal(random), normal(random), normal(random), 0);
        }
    }
    ParticleRenderer renderer() const {
        return {std::as_bytes(std::span{positions}), std::as_bytes(std::span{velocities}), built_in};
    }
};

// Sums over all pixels of the light target: red, green, blue, mass.
glm::dvec4 collected(ParticleRenderer& renderer, HdrPipeline& hdr, const Galaxy& galaxy, float share) {
    hdr.open(width, height);
    // Without the few that outshine many: of those, a share is another one each time.
    const Coloring old_stars{.stars = {.young_share = 0, .hii_share = 0}};
    renderer.draw(Camera{.distance = 45}, {},
                  {.groups = galaxy.groups, .coloring = old_stars, .share = share}, width, height);
    hdr.light().bind_for_reading();
    std::vector<glm::vec4> pixels(width * height);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_FLOAT, pixels.data());
    CHECK(glGetError() == GL_NO_ERROR);
    return std::accumulate(
        pixels.begin(), pixels.end(), glm::dvec4{0},
        [](const glm::dvec4& sum, const glm::vec4& pixel) { return sum + glm::dvec4{pixel}; });
}

}  // namespace

TEST_CASE("the light and the mass of a share are those of all") {
    OffscreenTarget target{width, height};
    target.bind();
    const Galaxy galaxy;
    ParticleRenderer renderer = galaxy.renderer();
    HdrPipeline hdr{built_in};
    const glm::dvec4 all = collected(renderer, hdr, galaxy, 1);
    CHECK(all.w > 0);
    for (const float share : {1 / 2.0f, 0.37f, 1 / 8.0f, 1 / 64.0f}) {
        const glm::dvec4 part = collected(renderer, hdr, galaxy, share);
        for (int channel = 0; channel < 4; ++channel) {
            CAPTURE(share);
            CAPTURE(channel);
            // All lies in the picture, so that only the distance of each from the camera, a tenth, differs:
            // of a thousand rows the mean of 1/distance^2 is known to 1 %.
            CHECK(part[channel] == doctest::Approx(all[channel]).epsilon(0.02));
        }
    }
}

TEST_CASE("a share is never a handful, never more than there are, and none of none") {
    CHECK(rows_to_draw(1'000'000, 1) == 1'000'000);
    CHECK(rows_to_draw(1'000'000, 1 / 64.0f) == 15'625);
    CHECK(rows_to_draw(1'000, 1 / 64.0f) == 256);
    CHECK(rows_to_draw(100, 1 / 64.0f) == 100);
    CHECK(rows_to_draw(0, 1) == 0);
}

// The light of a point cannot grow there, so the picture is by definition the one of fewer bodies.
TEST_CASE("in the modes of 2008 a share of the bodies is drawn as so few are") {
    OffscreenTarget target{width, height};
    const Galaxy galaxy;
    ParticleRenderer renderer = galaxy.renderer();
    Galaxy few;
    few.positions.resize(Galaxy::disk / 4);
    few.velocities.resize(Galaxy::disk / 4);
    few.groups = {{0, Galaxy::disk / 4, Population::disk}};
    ParticleRenderer renderer_of_few = few.renderer();
    Look points;
    points.mode = DrawMode::point;
    const auto drawn = [&](ParticleRenderer& by, std::span<const ParticleGroup> groups, float share) {
        target.bind();
        glClearColor(0, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        by.draw(Camera{.distance = 15}, points, {.groups = groups, .share = share}, width, height);
        return target.read();
    };
    const std::vector<ParticleGroup> disk{galaxy.groups[0]};
    const Image part = drawn(renderer, disk, 0.25f), whole = drawn(renderer_of_few, few.groups, 1);
    int lit = 0, differ = 0;
    for (std::size_t i = 0; i < part.rgba.size(); ++i) {
        lit += i % 4 != 3 && part.rgba[i] > 0;
        // The bulge's rows count among the bodies, 1 %: a step of 255 for each of the points on a pixel.
        differ += std::abs(part.rgba[i] - whole.rgba[i]) > 8;
    }
    CHECK(lit > 1000);
    CHECK(differ < lit / 50);
}
