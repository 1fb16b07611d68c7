#include "render/gl/light_target.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace milkomeda {

LightTarget::LightTarget(std::string_view name, int width, int height)
    : TextureTarget{name, {width, height}, GL_CLAMP_TO_BORDER} {
    clear_gl_errors();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, width, height, 0, GL_RGBA, GL_FLOAT, nullptr);
    const bool allocated = glGetError() == GL_NO_ERROR;
    glBindTexture(GL_TEXTURE_2D, 0);

    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    label(GL_FRAMEBUFFER, framebuffer_.name(), name);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.name(), 0);
    if (!allocated || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw_no_memory_for_light(size_);
}

void throw_no_memory_for_light(const glm::ivec2& size) {
    throw std::runtime_error(fmt::format(
        "OpenGL has no memory to collect the light of {}x{} pixels; draw smaller pictures or use --mode point", size.x,
        size.y));
}

bool LightTarget::fit(std::string_view name, const glm::ivec2& size) {
    if (size == size_) return false;
    *this = LightTarget{name, size.x, size.y};
    return true;
}

void LightTarget::clear() const {
    constexpr GLfloat black[4] = {};
    glClearBufferfv(GL_COLOR, 0, black);
}

BoundTarget BoundTarget::now() {
    BoundTarget bound;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound.framebuffer_);
    glGetIntegerv(GL_VIEWPORT, bound.viewport_);
    glGetIntegerv(GL_SCISSOR_BOX, bound.scissor_);
    bound.scissors_ = glIsEnabled(GL_SCISSOR_TEST);
    return bound;
}

void BoundTarget::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(framebuffer_));
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
    glScissor(scissor_[0], scissor_[1], scissor_[2], scissor_[3]);
    if (scissors_)
        glEnable(GL_SCISSOR_TEST);
    else
        glDisable(GL_SCISSOR_TEST);
}

}  // namespace milkomeda
