// Shader sources assembled from files that include each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/base/inclusion.hpp"
#include "render/gl/shader.hpp"

namespace milkomeda {

// Returns the text of `file` with all included files (data/base/inclusion.hpp). shader_facts() and the lines
// of `definitions` follow the #version line.
ShaderSource shader_source(const ReadAsset& read, const std::string& file,
                           const std::string& definitions = "");

// Returns the names of the uniforms declared in `text` on lines such as "uniform vec2 center, radii;".
// Ignores #if directives.
std::vector<std::string> declared_uniforms(const std::string& text);

}  // namespace milkomeda
