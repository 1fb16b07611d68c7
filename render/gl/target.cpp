#include "render/gl/target.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace milkomeda {
namespace {

std::string size_text(int width, int height) {
    return std::to_string(width) + "x" + std::to_string(height) + " pixels";
}

void check_size(int width, int height) {
    if (width < 1 || height < 1)
        throw std::runtime_error("a picture of " + size_text(width, height) + " is empty");
    GLint largest = 0;
    GLint largest_viewport[2] = {};
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, largest_viewport);
    const int widest = std::min(largest, largest_viewport[0]);
    const int highest = std::min(largest, largest_viewport[1]);
    if (width > widest || height > highest)
        throw std::runtime_error("a picture of " + size_text(width, height) +
                                 " is too large: this OpenGL draws up to " + size_text(widest, highest));
}

}  // namespace

OffscreenTarget::OffscreenTarget(int width, int height) : width_{width}, height_{height} {
    check_size(width, height);
    color_ = new_renderbuffer();
    framebuffer_ = new_framebuffer();

    while (glGetError() != GL_NO_ERROR) {
    }
    glBindRenderbuffer(GL_RENDERBUFFER, color_.name());
    label(GL_RENDERBUFFER, color_.name(), "offscreen color");
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    const bool allocated = glGetError() == GL_NO_ERROR;
    glBindRenderbuffer(GL_RENDERBUFFER, 0);

    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    label(GL_FRAMEBUFFER, framebuffer_.name(), "offscreen");
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_.name());
    if (!allocated || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw std::runtime_error("OpenGL has no memory for a picture of " + size_text(width, height));
    glViewport(0, 0, width, height);
}

void OffscreenTarget::bind() {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    glViewport(0, 0, width_, height_);
}

void OffscreenTarget::bind_for_reading() const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name());
}

Image OffscreenTarget::read() {
    bind_for_reading();
    return read_framebuffer(width_, height_);
}

Image read_framebuffer(int width, int height) {
    Image image{width, height, {}};
    const std::size_t row_bytes = std::size_t{4} * width;
    image.rgba.resize(row_bytes * height);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());

    // OpenGL's first row is the lowest one, files and people start at the top.
    for (int low = 0, high = height - 1; low < high; ++low, --high)
        std::swap_ranges(image.rgba.begin() + low * row_bytes, image.rgba.begin() + (low + 1) * row_bytes,
                         image.rgba.begin() + high * row_bytes);
    // Passes that add light leave alpha as it was cleared; a picture to keep is opaque.
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    return image;
}

}  // namespace milkomeda
