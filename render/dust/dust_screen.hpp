// The dust in a picture: for each pixel how opaque all of it is, and where along the line of sight it lies.
#pragma once

#include <optional>

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

// Depths along the line of sight, for shaders/dust/depth.glsl.
void set_depths(const ShaderProgram& program, const View& view);

class DustScreen {
  public:
    // Binds an empty screen for the view, each of its pixels as wide as `coarseness` of the light's, and
    // clouds add up in it until end(), which binds what was bound.
    void begin(const View& view, int coarseness);
    void end();
    // There is no dust: all light comes through.
    void clear();

    // Sets what shaders/dust/dust.glsl needs, in the program in use, of a view whose lower left corner is
    // there.
    void show(const ShaderProgram& program, const View& view, const glm::ivec2& corner, int unit) const;

    const LightTarget& moments() const { return moments_; }

  private:
    LightTarget moments_;
    BoundTarget before_;
};

}  // namespace milkomeda
