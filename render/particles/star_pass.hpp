// The modes that collect light: each particle a Gaussian whose light is the same from near and far.
#pragma once

#include <cstddef>

#include "render/gl/shader_program.hpp"
#include "render/look/look.hpp"
#include "render/particles/coloring.hpp"
#include "render/low_resolution/low_resolution_splats.hpp"

namespace milkomeda {

// Solar luminosities per solar mass: in V, or in the infrared, where old and young stars give about as much.
float light_per_mass(Population population, bool infrared = false);

// The standard deviation of a particle's light: this times its smoothing length, or this many units of length
// among so many bodies while that is unknown.
inline constexpr float sigma_per_smoothing_length =
    0.5f;  // some eight others in a disk, so that it is smooth
float unknown_sigma(std::size_t bodies);

class StarPass {
  public:
    // ParticleSet as they are, their clusters of young stars and nebulae, the brightest stars of each, or only
    // the spikes that a telescope gives to some.
    enum class Form { particles, clusters, stars, spikes };
    // Whether their light passes through dust on its way, which takes from each of a particle's pixels what
    // it takes there, or from all of them what it takes in their middle. All but particles are too narrow for
    // the former.
    enum class Through { nothing, dust, dust_in_the_middle };

    // How they come into the picture: as points, or, all but spikes, added up in SplatPyramid.
    enum class Drawn { as_points, scattered };

    StarPass() = default;
    // Throws std::runtime_error with the shader's log.
    StarPass(const ReadAsset& read, Form form, Through through, Drawn drawn = Drawn::as_points);

    // Of a scene's particles, at a moment.
    struct Moment {
        float time_offset = 0;
        double time = 0;         // model units
        float blend = 1;       // the way from the former surroundings to the present ones
        std::size_t bodies = 1;  // shown or not
        int clusters_per_particle = 1;           // that a row's clusters are
        float stars = 0;         // of each particle that may be drawn one by one
    };
    // Which Gaussians are drawn by their width: all, those that need the picture's own pixels, or those that
    // wider ones suffice for, which a LowResolutionSplats has.
    enum class Width { all, narrow, wide };
    // Sets what is the same for all groups of a picture. `largest_point` is OpenGL's limit, in pixels. The
    // program is in use then.
    void use(const View& view, const Look& look, const Coloring& coloring, const Moment& moment,
             float largest_point) const;
    void use(Width width, const LowResolutionSplats& wide) const;  // after that; all before
    // Pixels from its middle to the edge of the largest Gaussian.
    static float largest_reach(const View& view, const Look& look, float largest_point);
    // Sets what belongs to a group. Each row that is drawn has the light and the mass of `stands_for` rows.
    void use(const Look& look, const Coloring& coloring, const ParticleGroup& group, float stands_for) const;

    const ShaderProgram& program() const { return program_; }

  private:
    ShaderProgram program_;
};

}  // namespace milkomeda
