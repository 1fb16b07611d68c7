// GLSL sources assembled from files that include each other, and their compilation to programs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/base/inclusion.hpp"
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

// Returns the text of `file` with all included files inserted (data/base/inclusion.hpp). The lines of
// shader_facts() and `definitions` are inserted after the #version line.
ShaderSource shader_source(const ReadAsset& read, const std::string& file, const std::string& definitions = "");

// Returns the names of the uniforms declared in `text`. The function handles lines such as "uniform vec2
// center, radii;" and ignores #if directives.
std::vector<std::string> declared_uniforms(const std::string& text);

// Compiles and links the stages. Throws std::runtime_error with the file's name and the driver's log.
GlProgram link_program(std::string_view name, std::span<const ShaderStage> stages);

}  // namespace milkomeda
