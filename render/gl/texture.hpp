// Images that shaders sample.
#pragma once

#include <string>
#include <string_view>

#include "render/gl/gl.hpp"

namespace milkomeda {

struct LightTexture {
    GlTexture texture;  // red only, all levels down to one texel, clamped at the edges
    int size = 0;       // the longer edge, in texels
};

// The luminance of the image whose file (a PNG) is `bytes`. Throws std::runtime_error naming `file` when it
// is none.
LightTexture light_texture(std::string_view file, const std::string& bytes);

struct PictureTexture {
    GlTexture texture;  // as the file has its colours, red, green, blue and opacity; clamped at the edges
    int width = 0, height = 0;
};

// The image whose file (a PNG) is `bytes`, to be shown as it is. Throws as light_texture() does.
PictureTexture picture_texture(std::string_view file, const std::string& bytes);

}  // namespace milkomeda
