// Shaders as files that include each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/base/inclusion.hpp"
#include "render/gl/shader.hpp"

namespace milkomeda {

// The file with what it includes (data/base/inclusion.hpp). shader_facts() and `definitions`, lines of
// their own, come after the line #version.
ShaderSource shader_source(const ReadAsset& read, const std::string& file,
                           const std::string& definitions = "");

// The names of the uniforms that a text declares, in lines of their own such as "uniform vec2 middle,
// radii;", whatever its #if say.
std::vector<std::string> declared_uniforms(const std::string& text);

}  // namespace milkomeda
