// Draws the dust clouds of disks into a DustScreen. A share of a disk's particles (rows) carries the dust,
// each with several clouds.
#pragma once

#include "render/gl/shader_program.hpp"
#include "render/look/look.hpp"
#include "render/look/particle_group.hpp"

namespace milkomeda {

// Effective optical depth in the V band through the center of a disk seen face-on. The optical depth for extinction is
// 1 (observed values are 0.5 to 1.5: Bianchi 2007, A&A 471, 765). The share w = 0.6 of the extinction is scattering,
// mainly forward (g = 0.5). Scattered light is not lost from a picture of the galaxy. The effective optical depth is
// sqrt((1 - w) (1 - w g)) = 0.53 of the optical depth (Calzetti, Kinney & Storchi-Bergmann 1994, ApJ 429, 582).
inline constexpr float central_optical_depth = 0.53f;

class CloudPass {
  public:
    // Compiles the shaders: clouds are drawn as points, or by compute shaders into a SplatPyramid if
    // `scattered` is true. Throws std::runtime_error with the compiler's log on failure.
    explicit CloudPass(const ReadAsset& read, bool scattered = false);

    // Activates the program and sets the uniforms common to all disks. Clouds lie within the light of their particle, a
    // Gaussian with a standard deviation of `sigma_per_smoothing_length` smoothing lengths. Where the smoothing length
    // is unknown, the standard deviation is `unknown_sigma` model length units. `largest_point` is OpenGL's largest
    // point size in pixels. A pixel of the dust screen covers `coarseness` x `coarseness` pixels of the view.
    void use(const View& view, int coarseness, float time_offset, float sigma_per_smoothing_length, float unknown_sigma,
             float largest_point) const;
    // Sets the uniforms of a disk. Each drawn particle represents `stands_for` particles. Returns the number of clouds
    // per particle.
    int use(const ParticleGroup& disk, float stands_for, const Dust& dust) const;

    const ShaderProgram& program() const { return program_; }

  private:
    ShaderProgram program_;
};

}  // namespace milkomeda
