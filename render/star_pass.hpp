// The modes that collect light: each particle a Gaussian whose light is the same from near and far.
#pragma once

#include <cstddef>

#include "render/look.hpp"
#include "render/shader_program.hpp"

namespace milkomeda {

// What the stars of a component are like.
enum class Population { disk, bulge, halo, unknown };

// Rows that are drawn alike.
struct ParticleGroup {
    std::size_t first = 0;
    std::size_t count = 0;
    Population population = Population::unknown;
    int galaxy = 0;  // which one; 0 for the first
};

// Solar luminosities per solar mass, in V.
float light_per_mass(Population population);

class StarPass {
  public:
    StarPass() = default;
    // Throws std::runtime_error with the shader's log.
    explicit StarPass(const ReadAsset& read);

    // For all groups of a picture of a scene with so many bodies, shown or not. `largest_point` is OpenGL's
    // limit, in pixels.
    void use(const View& view, const Look& look, float time_offset, std::size_t bodies,
             float largest_point) const;
    // Each row drawn has the light and the mass of `stands_for` of them.
    void use(const ParticleGroup& group, float stands_for) const;

  private:
    ShaderProgram program_;
};

}  // namespace milkomeda
