// Shader programs of the HDR draw modes: particles are Gaussian splats whose light does not depend on their width.
#pragma once

#include <cstddef>

#include "render/gl/shader_program.hpp"
#include "render/look/look.hpp"
#include "render/low_resolution/low_resolution_splats.hpp"
#include "render/particles/coloring.hpp"

namespace milkomeda {

// Returns the luminosity per mass of a population in solar units, in the V band or in the infrared, where old
// and young stars have about equal luminosity per mass.
float light_per_mass(Population population, bool infrared = false);

// Standard deviation of a particle's splat, in smoothing lengths. unknown_sigma() gives the standard
// deviation in model units for particle sets of `bodies` bodies with unknown smoothing lengths.
// In a disk, a splat of this width covers about eight neighbors, which makes the disk smooth.
inline constexpr float sigma_per_smoothing_length = 0.5f;
float unknown_sigma(std::size_t bodies);

class StarPass {
  public:
    // Kind of splats to draw. particles: one splat per particle. clusters: the particle's clusters of young
    // stars and nebulae. stars: the particle's brightest stars. spikes: diffraction spikes of some particles.
    enum class Form { particles, clusters, stars, spikes };
    // Dust in front of the light: no dust, dust that dims each pixel of a splat separately, or dust at the splat's
    // center that dims the whole splat. Only splats of Form::particles are wide enough for dust per pixel.
    enum class Through { nothing, dust, dust_at_center };

    // Method of drawing: as points, or by compute shaders in a SplatPyramid (not for spikes).
    enum class Drawn { as_points, scattered };

    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    StarPass(const ReadAsset& read, Form form, Through through, Drawn drawn = Drawn::as_points);

    // Properties of a picture that are equal for all particles, such as its time and the number of bodies.
    struct Moment {
        float time_offset = 0;
        double time = 0;                // model time
        float blend = 1;                // value of ParticleFrame::blend
        std::size_t bodies = 1;         // number of bodies in the scene, including hidden bodies
        int clusters_per_particle = 1;  // number of star clusters per particle
        float stars = 0;                // largest number of resolved stars per particle
        float narrowest_cluster = 0;    // value of ParticleFrame::narrowest_cluster
        bool collects_fourth = false;   // true: maps of velocities collect the fourth power instead of the first power
    };
    // Widths of splats to draw: all splats, only splats too narrow for low resolution, or only splats wide
    // enough for LowResolutionSplats.
    enum class Width { all, narrow, wide };
    // Activates the program and sets the uniforms common to all groups of a picture. `largest_point` is
    // OpenGL's largest point size in pixels.
    void use(const View& view, const Look& look, const Coloring& coloring, const Moment& moment,
             float largest_point) const;
    // sets the widths of splats to draw; must be called after the use() that takes a View, which sets Width::all
    void use(Width width, const LowResolutionSplats& wide) const;
    // Returns the radius of the largest splat in pixels.
    static float largest_reach(const View& view, const Look& look, float largest_point);
    // Sets the uniforms of a group. Each drawn particle represents `stands_for` particles.
    void use(const Look& look, const Coloring& coloring, const ParticleGroup& group, float stands_for) const;

    const ShaderProgram& program() const { return program_; }

  private:
    ShaderProgram program_;
};

}  // namespace milkomeda
