// Textures loaded from images.
#pragma once

#include <string>
#include <string_view>

#include "render/gl/gl.hpp"

namespace milkomeda {

struct LightTexture {
    GlTexture texture;  // red channel only, with all mipmap levels, clamped at the edges
    int size = 0;       // length of the longer edge in texels
};

// Loads the luminance of a PNG image from its file content `bytes`. Throws std::runtime_error that names
// `file` if `bytes` is not a valid image.
LightTexture light_texture(std::string_view file, const std::string& bytes);

struct PictureTexture {
    GlTexture texture;  // red, green, blue and opacity as in the image, clamped at the edges
    int width = 0, height = 0;
};

// Loads the colors of a PNG image from its file content `bytes`. Throws std::runtime_error that names `file`
// if `bytes` is not a valid image.
PictureTexture picture_texture(std::string_view file, const std::string& bytes);

}  // namespace milkomeda
