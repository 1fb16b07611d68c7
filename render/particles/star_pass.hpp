// Shader programs of the HDR modes: each particle is a Gaussian splat whose light is independent of its size.
#pragma once

#include <cstddef>

#include "render/gl/shader_program.hpp"
#include "render/look/look.hpp"
#include "render/low_resolution/low_resolution_splats.hpp"
#include "render/particles/coloring.hpp"

namespace milkomeda {

// Returns solar luminosities per solar mass: in V, or in the infrared, where old and young stars give about
// the same light.
float light_per_mass(Population population, bool infrared = false);

// Standard deviation of a particle's splat, in smoothing lengths. unknown_sigma() is the standard deviation
// in model units for `bodies` bodies while smoothing lengths are unknown.
inline constexpr float sigma_per_smoothing_length =
    0.5f;  // covers about eight neighbors in a disk, which makes disks smooth
float unknown_sigma(std::size_t bodies);

class StarPass {
  public:
    // particles: a splat per particle. clusters: its clusters of young stars and nebulae. stars: its
    // brightest stars. spikes: only the diffraction spikes of some particles.
    enum class Form { particles, clusters, stars, spikes };
    // Dust on the light's path: none, dust that dims each pixel of a splat by itself, or dust that dims the
    // whole splat as at its center. Only particles are wide enough for dust per pixel.
    enum class Through { nothing, dust, dust_in_the_middle };

    // Drawn as points, or added up by compute shaders in a SplatPyramid (not for spikes).
    enum class Drawn { as_points, scattered };

    StarPass() = default;
    // Throws std::runtime_error with the shader's log.
    StarPass(const ReadAsset& read, Form form, Through through, Drawn drawn = Drawn::as_points);

    // Properties of a scene's particles at a time.
    struct Moment {
        float time_offset = 0;
        double time = 0;                // model time
        float blend = 1;                // weight of the current attributes against the previous attributes
        std::size_t bodies = 1;         // number of bodies, including hidden bodies
        int clusters_per_particle = 1;  // number of star clusters per particle
        float stars = 0;                // largest number of resolved stars per particle
    };
    // Which splats to draw by width: all, splats too narrow for low resolution, or wide splats for
    // LowResolutionSplats.
    enum class Width { all, narrow, wide };
    // Activates the program and sets the uniforms common to all groups of a picture. `largest_point` is
    // OpenGL's limit in pixels.
    void use(const View& view, const Look& look, const Coloring& coloring, const Moment& moment,
             float largest_point) const;
    // must follow the first use(); the default is Width::all
    void use(Width width, const LowResolutionSplats& wide) const;
    // Returns the radius of the largest splat in pixels.
    static float largest_reach(const View& view, const Look& look, float largest_point);
    // Sets the uniforms of a group. Each drawn row has the light and the mass of `stands_for` rows.
    void use(const Look& look, const Coloring& coloring, const ParticleGroup& group, float stands_for) const;

    const ShaderProgram& program() const { return program_; }

  private:
    ShaderProgram program_;
};

}  // namespace milkomeda
