// Compilation and linking of GLSL programs.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "render/gl/gl.hpp"

namespace milkomeda {

struct ShaderSource {
    std::string file;  // file name for error messages
    std::string text;
};

// A shader stage; `kind` is GL_VERTEX_SHADER, GL_FRAGMENT_SHADER or GL_COMPUTE_SHADER.
struct ShaderStage {
    GLenum kind;
    const ShaderSource& source;
};

// Compiles and links the stages. Throws std::runtime_error with the file's name and the driver's log.
GlProgram link_program(std::string_view name, std::span<const ShaderStage> stages);

}  // namespace milkomeda
