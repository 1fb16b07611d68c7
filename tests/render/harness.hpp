// Shared by tests that draw: particles, their rendering, and the resulting pixels.
#pragma once

#include <glm/glm.hpp>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "data/neighbors/ellipsoids.hpp"
#include "render/gl/target.hpp"
#include "render/hdr/hdr_pipeline.hpp"
#include "render/particles/particle_renderer.hpp"

namespace milkomeda {

// Returns a file that is built into the program; usable as a ReadAsset.
std::string built_in(std::string_view name);

// Particles and how they are drawn. Columns have a row for each particle, or are empty: at rest, without
// attributes.
struct ParticleScene {
    std::vector<glm::vec4> positions{{0, 0, 0, 1}};  // mass in w
    std::vector<glm::vec4> velocities{};
    std::vector<glm::vec4> attributes{};  // as in ParticleRenderer::set_attributes()
    std::vector<Ellipsoid> ellipsoids{};  // empty: all bodies are round
    std::vector<float> vertical_ranks{};  // empty: the disk has no layers
    std::vector<ParticleGroup> groups{{0, 1}};
    Coloring coloring{};
    Camera camera{.distance = 10};
    Look look{};
    float time_offset = 0;
    double time = 0;
    float blend = 1;
    float share = 1;
    float most_stars = 0;
    ParticleFrame::Scatter scatter = ParticleFrame::Scatter::never;

    ParticleRenderer renderer(const ReadAsset& read = built_in) const;
    ParticleFrame frame() const;
};

// Returns a bound target that is black and opaque.
OffscreenTarget black_target(int width, int height);

// Picture of a draw mode without HDR, on black.
Image draw(const ParticleScene& scene, ParticleRenderer& renderer, int width, int height);

// The light of the particles in the HDR buffer: all its pixels.
std::vector<glm::vec4> collect(const ParticleScene& scene, ParticleRenderer& renderer, HdrPipeline& hdr,
                               int width, int height);

// Adapts the exposure of a picture immediately to its own light.
inline constexpr Adaptation own_light{std::numeric_limits<double>::infinity(), true};

// The picture of the particles after tone mapping.
Image resolve(const ParticleScene& scene, HdrPipeline& hdr, int width, int height,
              const Adaptation& adaptation = own_light);

std::vector<glm::vec4> pixels_of(const LightTarget& light);
glm::dvec4 total(const std::vector<glm::vec4>& pixels);
// Red, green and blue, 0 to 255; y points downward.
glm::vec3 pixel(const Image& image, int x, int y);

}  // namespace milkomeda
