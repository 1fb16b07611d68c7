// A framebuffer for pictures without a window, and reading pictures back.
#pragma once

#include "render/gl/gl.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

// A framebuffer with 8 bits per channel.
class OffscreenTarget {
  public:
    // Throws std::runtime_error if OpenGL cannot draw this size.
    OffscreenTarget(int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }

    void bind();  // binds for drawing and reading; the viewport becomes the whole target
    void bind_for_reading() const;
    void show(
        // Binds as the texture of `unit`: linear filtering, edge pixels continue outside.
        int unit) const;
    Image read();

  private:
    int width_;
    int height_;
    GlTexture color_;
    GlRenderbuffer depth_;
    GlFramebuffer framebuffer_;
};

// Returns the lower left width x height pixels of the bound framebuffer, with opaque alpha.
Image read_framebuffer(int width, int height);

}  // namespace milkomeda
