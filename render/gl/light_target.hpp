// HDR buffer: a framebuffer for linear light with four 32-bit floats per pixel. Reading outside of its edges returns
// black. In 16-bit floats, the light of a single particle would be lost when added to a bright nucleus.
#pragma once

#include <string_view>

#include "render/gl/target.hpp"

namespace milkomeda {

class LightTarget : public TextureTarget {
  public:
    LightTarget() = default;
    // Throws std::runtime_error if OpenGL cannot draw to or allocate a target of this size.
    LightTarget(std::string_view name, int width, int height);
    // Replaces the target by a target of this size unless the size is unchanged. Returns true if the target was
    // replaced. Throws like the constructor.
    bool fit(std::string_view name, const glm::ivec2& size);

    void clear() const;
};

// Throws std::runtime_error with the message that OpenGL has no memory for the light of a picture of this size.
[[noreturn]] void throw_no_memory_for_light(const glm::ivec2& size);

// Copy of the OpenGL state (framebuffer, viewport, scissor rectangle) that now() has found. bind() restores this state.
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
