// Framebuffer for pictures without a window, and read-back of pictures.
#pragma once

#include "render/gl/gl.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

// A framebuffer with 8 bits per channel.
class OffscreenTarget {
  public:
    // Throws std::runtime_error if OpenGL cannot draw to a target of this size.
    OffscreenTarget(int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }

    void bind();  // binds the target for drawing and reading, and sets the viewport to the whole target
    void bind_for_reading() const;
    // Binds the target to texture unit `unit` with linear filtering; edge pixels extend beyond the edges.
    void show(int unit) const;
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
