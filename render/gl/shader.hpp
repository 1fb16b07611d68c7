// GLSL programs from sources.
#pragma once

#include <string>
#include <string_view>

#include "render/gl/gl.hpp"

namespace milkomeda {

struct ShaderSource {
    std::string file;  // what an error calls it
    std::string text;
};

// Compiles and links; throws std::runtime_error with the file's name and the driver's log.
GlProgram link_program(std::string_view name, const ShaderSource& vertex, const ShaderSource& fragment);

}  // namespace milkomeda
