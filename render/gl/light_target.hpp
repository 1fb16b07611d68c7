// The HDR buffer: a framebuffer for linear light with four 32-bit floats per pixel. 16-bit floats would lose
// the light that single particles add to a bright nucleus.
#pragma once

#include <string_view>

#include "render/gl/gl.hpp"

namespace milkomeda {

class LightTarget {
  public:
    LightTarget() = default;
    // Throws std::runtime_error if OpenGL cannot draw or allocate this size.
    LightTarget(std::string_view name, int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }

    void bind() const;  // binds for drawing and sets the viewport to the whole target
    void clear() const;
    void bind_for_reading() const;
    void show(int unit) const;  // binds as the texture of `unit`: linear filtering, black outside

  private:
    int width_ = 0;
    int height_ = 0;
    GlTexture light_;
    GlFramebuffer framebuffer_;
};

// Saves the bound framebuffer with its viewport and scissor state; bind() restores them.
class BoundTarget {
  public:
    static BoundTarget now();
    void bind() const;

    const GLint* viewport() const { return viewport_; }  // x, y, width, height

  private:
    GLint framebuffer_ = 0, viewport_[4] = {}, scissor_[4] = {};
    GLboolean scissors_ = GL_FALSE;
};

}  // namespace milkomeda
