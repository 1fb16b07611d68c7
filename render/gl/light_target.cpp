#include "render/gl/light_target.hpp"

#include <stdexcept>
#include <string>

namespace milkomeda {

LightTarget::LightTarget(std::string_view name, int width, int height)
    : width_{width}, height_{height}, light_{new_texture()}, framebuffer_{new_framebuffer()} {
    while (glGetError() != GL_NO_ERROR) {
    }
    glBindTexture(GL_TEXTURE_2D, light_.name());
    label(GL_TEXTURE, light_.name(), name);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, width, height, 0, GL_RGBA, GL_FLOAT, nullptr);
    const bool allocated = glGetError() == GL_NO_ERROR;
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    glBindTexture(GL_TEXTURE_2D, 0);

    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    label(GL_FRAMEBUFFER, framebuffer_.name(), name);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, light_.name(), 0);
    if (!allocated || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw std::runtime_error("OpenGL has no memory to collect the light of " + std::to_string(width) + "x" +
                                 std::to_string(height) + " pixels; draw smaller pictures or use --mode point");
}

void LightTarget::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    glViewport(0, 0, width_, height_);
}

void LightTarget::clear() const {
    constexpr GLfloat black[4] = {};
    glClearBufferfv(GL_COLOR, 0, black);
}

void LightTarget::bind_for_reading() const { glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name()); }

void LightTarget::show(int unit) const {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D, light_.name());
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
