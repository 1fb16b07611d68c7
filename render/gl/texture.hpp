// Textures loaded from images.
#pragma once

#include <string>
#include <string_view>

#include "render/gl/gl.hpp"

namespace milkomeda {

// Loads the luminance of a PNG image from its file content `bytes`. The texture has a red channel only, all mipmap
// levels, and coordinates clamped at the edges. Throws std::runtime_error that names `file` if `bytes` is not a valid
// image.
GlTexture light_texture(std::string_view file, const std::string& bytes);

struct PictureTexture {
    GlTexture texture;  // red, green, blue and opacity as in the image, clamped at the edges
    int width = 0, height = 0;
};

// Loads the colors of a PNG image from its file content `bytes`. Throws std::runtime_error that names `file`
// if `bytes` is not a valid image.
PictureTexture picture_texture(std::string_view file, const std::string& bytes);

}  // namespace milkomeda
