#include "render/gl/texture.hpp"

#include <stb/stb_image.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace milkomeda {

LightTexture light_texture(std::string_view file, const std::string& bytes) {
    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> texels{
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), static_cast<int>(bytes.size()),
                              &width, &height, &channels, STBI_grey),
        stbi_image_free};
    if (texels == nullptr)
        throw std::runtime_error(std::string{file} +
                                 " is no picture that can be read: " + stbi_failure_reason());
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (std::max(width, height) > largest)
        throw std::runtime_error(std::string{file} + " is larger than this OpenGL allows, " +
                                 std::to_string(largest) + " pixels");

    LightTexture light{new_texture(), std::max(width, height)};
    glBindTexture(GL_TEXTURE_2D, light.texture.name());
    label(GL_TEXTURE, light.texture.name(), file);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, texels.get());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
    return light;
}

}  // namespace milkomeda
