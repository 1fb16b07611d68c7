// Dust of a picture: optical depth and depth moments along the line of sight of each pixel.
#pragma once

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

// Sets the uniform depth_origin of shaders/dust/depth.glsl in the active program.
void set_depths(const ShaderProgram& program, const View& view);

class DustScreen {
  public:
    // Clears the dust screen for `view` and binds the screen as the framebuffer for drawing clouds. Each pixel of the
    // dust screen covers `coarseness` x `coarseness` pixels of the view. end() restores the framebuffer that was bound
    // before begin().
    void begin(const View& view, int coarseness);
    void end();
    // Removes all dust, so that light is not dimmed.
    void clear();

    // Binds the dust to texture unit `unit` and sets the uniforms of shaders/dust/dust.glsl in the active
    // program. `corner` is the lower left corner of the view in pixels.
    void show(const ShaderProgram& program, const View& view, const glm::ivec2& corner, int unit) const;

    const LightTarget& moments() const { return moments_; }

  private:
    LightTarget moments_;
    BoundTarget before_;
};

}  // namespace milkomeda
