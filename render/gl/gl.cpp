#include "render/gl/gl.hpp"

namespace milkomeda {

GlBuffer new_buffer(std::string_view name, std::span<const std::byte> bytes, GLenum usage) {
    GlBuffer buffer = new_buffer();
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    label(GL_BUFFER, buffer.name(), name);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), usage);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return buffer;
}

GlTexture new_texture_2d(std::string_view name, GLint wrap, GLint reducing_filter) {
    GlTexture texture = new_texture();
    glBindTexture(GL_TEXTURE_2D, texture.name());
    label(GL_TEXTURE, texture.name(), name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, reducing_filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
    return texture;
}

void GlFence::start() { sync_.reset(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)); }

bool GlFence::is_complete(bool waits) {
    if (sync_ == nullptr) return true;
    constexpr GLuint64 a_second = 1'000'000'000;
    GLenum state = GL_TIMEOUT_EXPIRED;
    do state = glClientWaitSync(sync_.get(), GL_SYNC_FLUSH_COMMANDS_BIT, waits ? a_second : 0);
    while (waits && state == GL_TIMEOUT_EXPIRED);
    if (state == GL_TIMEOUT_EXPIRED) return false;
    sync_.reset();
    return true;
}

GLfloat largest_point_size() {
    GLfloat sizes[2] = {1, 1};
    glGetFloatv(GL_POINT_SIZE_RANGE, sizes);
    return sizes[1];
}

void clear_gl_errors() {
    while (glGetError() != GL_NO_ERROR) {
    }
}

void label(GLenum kind, GLuint name, std::string_view text) {
    if (GLAD_GL_KHR_debug) glObjectLabel(kind, name, static_cast<GLsizei>(text.size()), text.data());
}

}  // namespace milkomeda
