// Assembly of shader sources from files that include each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/base/inclusion.hpp"
#include "render/gl/shader.hpp"

namespace milkomeda {

// Returns the text of `file` with all included files inserted (data/base/inclusion.hpp). The lines of
// shader_facts() and `definitions` are inserted after the #version line.
ShaderSource shader_source(const ReadAsset& read, const std::string& file, const std::string& definitions = "");

// Returns the names of the uniforms declared in `text`. The function handles lines such as "uniform vec2
// center, radii;" and ignores #if directives.
std::vector<std::string> declared_uniforms(const std::string& text);

}  // namespace milkomeda
