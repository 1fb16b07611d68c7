// Framebuffer for pictures without a window, and read-back of pictures.
#pragma once

#include <glm/glm.hpp>
#include <string_view>

#include "render/gl/gl.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

// A framebuffer that draws to a texture.
class TextureTarget {
  public:
    const glm::ivec2& size() const { return size_; }  // in pixels
    int width() const { return size_.x; }
    int height() const { return size_.y; }

    void bind() const;  // binds the target for drawing and reading, and sets the viewport to the whole target
    void bind_for_reading() const { glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name()); }
    void show(int unit) const;  // binds the texture to the texture unit `unit`, with linear filtering

  protected:
    TextureTarget() = default;
    // Creates a target without storage and leaves its texture bound; `wrap` as in new_texture_2d().
    TextureTarget(std::string_view name, const glm::ivec2& size, GLint wrap)
        : size_{size}, texture_{new_texture_2d(name, wrap)}, framebuffer_{new_framebuffer()} {}

    glm::ivec2 size_{0};
    GlTexture texture_;
    GlFramebuffer framebuffer_;
};

// A framebuffer with 8 bits per channel. Reading its texture outside the edges returns the nearest edge pixel.
class OffscreenTarget : public TextureTarget {
  public:
    // Throws std::runtime_error if OpenGL cannot draw to a target of this size.
    OffscreenTarget(int width, int height);

    Image read() const;

  private:
    GlRenderbuffer depth_;
};

// Returns the lower left width x height pixels of the bound framebuffer, with opaque alpha.
Image read_framebuffer(int width, int height);

}  // namespace milkomeda
