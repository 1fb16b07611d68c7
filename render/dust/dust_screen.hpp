// The dust of a picture: for each pixel the total optical depth and the mean and variance of the dust's depth
// along the line of sight.
#pragma once

#include <optional>

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

// Sets the depth uniform of shaders/dust/depth.glsl in the program in use.
void set_depths(const ShaderProgram& program, const View& view);

class DustScreen {
  public:
    // Clears the screen for `view` and binds it as the target of clouds; each pixel covers `coarseness` x
    // `coarseness` pixels of the view. end() restores the earlier target.
    void begin(const View& view, int coarseness);
    void end();
    // Removes all dust: light is not dimmed.
    void clear();

    // Binds the dust as the texture of `unit` and sets the uniforms of shaders/dust/dust.glsl in the program
    // in use. `corner` is the lower left corner of the view in pixels.
    void show(const ShaderProgram& program, const View& view, const glm::ivec2& corner, int unit) const;

    const LightTarget& moments() const { return moments_; }

  private:
    LightTarget moments_;
    BoundTarget before_;
};

}  // namespace milkomeda
