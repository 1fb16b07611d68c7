// Helpers for tests that draw: a description of particles, and functions that render these particles and read pixels.
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

// Returns the content of a file that is built into the program; usable as a ReadAsset.
std::string built_in(std::string_view name);

// Particles and the settings with which they are drawn. Each column has a row for each particle, or is empty.
// An empty column of velocities means that particles are at rest.
struct ParticleScene {
    std::vector<glm::vec4> positions{{0, 0, 0, 1}};  // w contains the mass
    std::vector<glm::vec4> velocities{};
    std::vector<glm::vec4> attributes{};  // columns of ParticleRenderer::set_attributes()
    std::vector<Ellipsoid> ellipsoids{};  // If empty, all bodies are round.
    std::vector<float> vertical_ranks{};  // If empty, the disk has no vertical layers.
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

// Returns a bound render target that is cleared to opaque black.
OffscreenTarget black_target(int width, int height);

// Draws the particles on black in a draw mode without HDR and returns the picture.
Image draw(const ParticleScene& scene, ParticleRenderer& renderer, int width, int height);

// Draws the particles into the HDR buffer and returns the light of each pixel.
std::vector<glm::vec4> collect(const ParticleScene& scene, ParticleRenderer& renderer, HdrPipeline& hdr, int width,
                               int height);

// Draws the particles in a square picture of `size` x `size` pixels and returns the light of each pixel.
std::vector<glm::vec4> light_in_square(const ParticleScene& scene, int size);
inline double luminance_of(const glm::dvec4& light) { return 0.2126 * light.r + 0.7152 * light.g + 0.0722 * light.b; }

// An adaptation with which the exposure adapts immediately to the light of the picture.
inline constexpr Adaptation own_light{std::numeric_limits<double>::infinity(), true};

// Draws the particles with HDR and returns the picture after tone mapping.
Image resolve(const ParticleScene& scene, HdrPipeline& hdr, int width, int height,
              const Adaptation& adaptation = own_light);

std::vector<glm::vec4> pixels_of(const LightTarget& light);
glm::dvec4 total(const std::vector<glm::vec4>& pixels);
// Returns red, green and blue of a pixel, 0 to 255; y points downward.
glm::vec3 pixel(const Image& image, int x, int y);

}  // namespace milkomeda
