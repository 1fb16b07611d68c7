// The modes that collect light: each particle a Gaussian whose light is the same from near and far.
#pragma once

#include <cstddef>

#include "render/gl/shader_program.hpp"
#include "render/look/look.hpp"
#include "render/particles/coloring.hpp"

namespace milkomeda {

// Solar luminosities per solar mass: in V, or in the infrared, where old and young stars give about as much.
float light_per_mass(Population population, bool infrared = false);

class StarPass {
  public:
    // Particles as they are, or only the spikes that a telescope gives to the brightest.
    enum class Form { stars, spikes };

    StarPass() = default;
    // Throws std::runtime_error with the shader's log.
    StarPass(const ReadAsset& read, Form form);

    // Sets what is the same for all groups of a picture of a scene with so many bodies, shown or not.
    // `largest_point` is OpenGL's limit, in pixels.
    void use(const View& view, const Look& look, const Coloring& coloring, float time_offset,
             std::size_t bodies, float largest_point) const;
    // Sets what belongs to a group. Each row that is drawn has the light and the mass of `stands_for` rows.
    void use(const Coloring& coloring, const ParticleGroup& group, float stands_for) const;

  private:
    ShaderProgram program_;
};

}  // namespace milkomeda
