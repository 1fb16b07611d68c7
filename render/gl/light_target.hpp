// A framebuffer that collects linear light in four 32-bit floats a pixel: 16 bits would lose what single
// particles add to a bright nucleus.
#pragma once

#include <string_view>

#include "render/gl/gl.hpp"

namespace milkomeda {

class LightTarget {
  public:
    LightTarget() = default;
    // Throws std::runtime_error when the size is beyond what this OpenGL can draw or hold.
    LightTarget(std::string_view name, int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }

    void bind() const;  // for drawing; the viewport becomes all of it
    void clear() const;
    void bind_for_reading() const;
    void show(int unit) const;  // as the texture of this unit: linear between pixels, black outside

  private:
    int width_ = 0;
    int height_ = 0;
    GlTexture light_;
    GlFramebuffer framebuffer_;
};

// What is bound for drawing, its viewport and its scissors, to be bound again after something else was drawn.
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
