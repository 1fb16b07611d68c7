// Computes maps of the Gauss-Hermite coefficient h4. It needs five sums in each pixel, but the HDR buffer has four
// channels, so that the particles are drawn twice.
#pragma once

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

class H4Pass {
  public:
    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    explicit H4Pass(const ReadAsset& read) : program_{read, "shaders/hdr/h4.frag"} {}

    // Moves the sums of the moments in the viewport of the bound framebuffer to a copy, and clears the viewport. Throws
    // std::runtime_error if OpenGL has no memory for the copy.
    void take_moments();
    // Replaces the sums of fourth powers in the viewport by h4 from both pictures (shaders/hdr/h4.frag).
    void combine();

  private:
    ScreenPass program_;
    LightTarget moments_, fourth_;
};

}  // namespace milkomeda
