#include "render/gl/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace milkomeda {
namespace {

// Returns the size of a picture. Throws std::runtime_error if OpenGL or an image file cannot hold such a picture.
glm::ivec2 checked_size(int width, int height) {
    if (width < 1 || height < 1)
        throw std::runtime_error(fmt::format("a picture of {}x{} pixels is empty", width, height));
    GLint largest = 0, largest_texture = 0;
    GLint largest_viewport[2] = {};
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest_texture);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, largest_viewport);
    const int widest = std::min({largest, largest_texture, largest_viewport[0]});
    const int highest = std::min({largest, largest_texture, largest_viewport[1]});
    if (width > widest || height > highest)
        throw std::runtime_error(
            fmt::format("a picture of {}x{} pixels is too large: this OpenGL draws up to {}x{} pixels", width, height,
                        widest, highest));
    if (std::int64_t{width} * height > most_pixels)
        throw std::runtime_error(
            fmt::format("a picture of {}x{} pixels is too large: the limit is {} pixels", width, height, most_pixels));
    return {width, height};
}

}  // namespace

OffscreenTarget::OffscreenTarget(int width, int height)
    : TextureTarget{"offscreen", checked_size(width, height), GL_CLAMP_TO_EDGE} {
    clear_gl_errors();
    // The texture has the byte order of windows, so that copying it to a window needs no conversion.
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, nullptr);
    glBindTexture(GL_TEXTURE_2D, 0);
    depth_ = new_renderbuffer();
    glBindRenderbuffer(GL_RENDERBUFFER, depth_.name());
    label(GL_RENDERBUFFER, depth_.name(), "offscreen depth");
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
    const bool allocated = glGetError() == GL_NO_ERROR;
    glBindRenderbuffer(GL_RENDERBUFFER, 0);

    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    label(GL_FRAMEBUFFER, framebuffer_.name(), "offscreen");
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.name(), 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.name());
    if (!allocated || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw std::runtime_error(fmt::format("OpenGL has no memory for a picture of {}x{} pixels", width, height));
    glViewport(0, 0, width, height);
}

void TextureTarget::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    glViewport(0, 0, size_.x, size_.y);
}

void TextureTarget::show(int unit) const {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D, texture_.name());
}

Image OffscreenTarget::read() const {
    bind_for_reading();
    return read_framebuffer(size_.x, size_.y);
}

Image read_framebuffer(int width, int height) {
    Image image{width, height, {}};
    const std::size_t row_bytes = std::size_t{4} * width;
    image.rgba.resize(row_bytes * height);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());

    // Flips the image, because OpenGL's first row is at the bottom and an image file starts at the top.
    for (int low = 0, high = height - 1; low < high; ++low, --high)
        std::swap_ranges(image.rgba.begin() + low * row_bytes, image.rgba.begin() + (low + 1) * row_bytes,
                         image.rgba.begin() + high * row_bytes);
    // Additive passes leave alpha at its cleared value; a saved picture must be opaque.
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    return image;
}

}  // namespace milkomeda
