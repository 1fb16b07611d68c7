#include "render/gl/texture.hpp"

#include <fmt/format.h>
#include <stb/stb_image.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace milkomeda {

namespace {

struct Texels {
    int width = 0, height = 0;
    std::unique_ptr<stbi_uc, void (*)(void*)> bytes{nullptr, stbi_image_free};
};

// Decodes an image with `channels` bytes per texel, such as STBI_grey or STBI_rgb_alpha.
Texels texels_of(std::string_view file, const std::string& content, int channels) {
    Texels texels;
    int own_channels = 0;
    texels.bytes.reset(stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(content.data()),
                                             static_cast<int>(content.size()), &texels.width, &texels.height,
                                             &own_channels, channels));
    if (texels.bytes == nullptr)
        throw std::runtime_error(fmt::format("{} is not a readable picture: {}", file, stbi_failure_reason()));
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (std::max(texels.width, texels.height) > largest)
        throw std::runtime_error(
            fmt::format("{} is larger than this OpenGL allows: {} pixels per edge", file, largest));
    return texels;
}

}  // namespace

GlTexture light_texture(std::string_view file, const std::string& bytes) {
    const Texels texels = texels_of(file, bytes, STBI_grey);
    GlTexture light{new_texture_2d(file, GL_CLAMP_TO_EDGE, GL_LINEAR_MIPMAP_NEAREST)};
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, texels.width, texels.height, 0, GL_RED, GL_UNSIGNED_BYTE, texels.bytes.get());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glGenerateMipmap(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
    return light;
}

PictureTexture picture_texture(std::string_view file, const std::string& bytes) {
    const Texels texels = texels_of(file, bytes, STBI_rgb_alpha);
    PictureTexture picture{new_texture_2d(file, GL_CLAMP_TO_EDGE), texels.width, texels.height};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, texels.width, texels.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 texels.bytes.get());
    glBindTexture(GL_TEXTURE_2D, 0);
    return picture;
}

}  // namespace milkomeda
