// A framebuffer for pictures without a window, and how they are read back.
#pragma once

#include "render/gl/gl.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

// A framebuffer of 8 bits a channel.
class OffscreenTarget {
  public:
    // Throws std::runtime_error when the size is beyond what this OpenGL can draw.
    OffscreenTarget(int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }

    void bind();  // for drawing and reading; the viewport becomes all of it
    void bind_for_reading() const;
    void show(
        int unit) const;  // as the texture of this unit: linear between pixels, and at the edges as there
    Image read();

  private:
    int width_;
    int height_;
    GlTexture color_;
    GlRenderbuffer depth_;
    GlFramebuffer framebuffer_;
};

// The lower left width x height pixels of the bound framebuffer, opaque.
Image read_framebuffer(int width, int height);

}  // namespace milkomeda
