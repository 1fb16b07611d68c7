// Draws a particle file to a PNG picture, without a window. Dark halos are left out.
//
//     picture FILE PICTURE.png
//
// The example uses the file formats (data/formats), the neighbor search (data/neighbors) and the renderer
// (render/particles, render/hdr). The exit status is 77 if OpenGL is missing.
#include <cmath>
#include <cstdio>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "assets/assets.hpp"
#include "data/formats/formats.hpp"
#include "data/neighbors/ellipsoids.hpp"
#include "data/particles/row_order.hpp"
#include "render/camera/framing.hpp"
#include "render/camera/projection.hpp"
#include "render/gl/headless_context.hpp"
#include "render/gl/target.hpp"
#include "render/hdr/hdr_pipeline.hpp"
#include "render/particles/particle_renderer.hpp"

using namespace milkomeda;

namespace {

template <typename Row>
std::span<const std::byte> bytes(const std::vector<Row>& rows) {
    return std::as_bytes(std::span{rows});
}

// Sets the size and shape of each body's splat, so that the splats of neighbors overlap.
void set_shapes(ParticleRenderer& renderer, const ParticleSet& particles) {
    const Surroundings found = surroundings(particles.positions, particles.components);
    const std::vector<SmoothingKernel> kernels = smoothing_kernels(found.around, found.nearest);
    std::vector<AttributeRow> attributes;
    for (std::size_t row = 0; row < particles.size(); ++row)
        attributes.push_back({.smoothing_length = kernels[row].length, .density = found.around[row].density});
    renderer.columns().set_attributes(bytes(attributes));
    renderer.columns().set_ellipsoids(
        bytes(shapes_and_flows(particles.positions, particles.velocities, found.nearest, kernels).shapes));
}

Image draw(const ParticleSet& particles, const ReadAsset& read, int width, int height) {
    std::vector<ParticleGroup> groups;
    std::vector<glm::vec3> points;
    for (const Component& component : particles.components) {
        if (component.name == "halo") continue;
        groups.push_back({.first = component.first,
                          .count = component.count,
                          .population = component.name == "disk" ? Population::disk : Population::bulge,
                          .mass = static_cast<float>(component.mass)});
        for (const Float4& p : std::span{particles.positions}.subspan(component.first, component.count))
            points.emplace_back(p.x, p.y, p.z);
    }
    if (points.empty()) throw std::runtime_error("there is nothing to draw: all bodies are halo bodies");
    ParticleRenderer renderer{bytes(particles.positions), bytes(particles.velocities), read};
    set_shapes(renderer, particles);
    // The camera looks along -z, from the distance at which the bodies fill nine tenths of the picture.
    const float half_height = 0.9f * std::tan(Camera{}.fov_radians / 2);
    const Camera camera = framed_in({}, points, {half_height * float(width) / float(height), half_height});

    // The bodies add their light to an HDR buffer.
    const Look look;
    OffscreenTarget target{width, height};
    HdrPipeline hdr{read};
    target.bind();
    hdr.begin(width, height);
    renderer.draw(view_of(camera, width, height), look, {.time = particles.time, .groups = groups});
    const float scale = pixels_per_unit_at_target(view_of(camera, width, height));
    // Converts the light to a picture by exposure and tone curve. The exposure adapts completely to this light.
    hdr.resolve(look, scale * scale, {INFINITY, true});
    return target.read();
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 3) {
        std::fprintf(stderr, "usage: picture FILE PICTURE.png\n");
        return 2;
    }
    std::optional<HeadlessContext> context;
    try {
        context.emplace();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "skipped: %s\n", error.what());
        return 77;
    }
    ParticleSet particles = read_particles(argv[1]);
    shuffle_components(particles);  // The renderer expects rows in random order.
    const Assets assets;            // the shaders, which are built into the program
    write_png(argv[2], draw(particles, assets.reader(), 1280, 720));
    std::printf("%zu bodies read, picture written to %s\n", particles.size(), argv[2]);
} catch (const std::exception& error) {
    std::fprintf(stderr, "picture: %s\n", error.what());
    return 1;
}
