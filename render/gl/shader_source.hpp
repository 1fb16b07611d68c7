// Shaders as files that include each other.
#pragma once

#include <string>
#include <string_view>

#include "data/base/inclusion.hpp"
#include "render/gl/shader.hpp"

namespace milkomeda {

// The file with what it includes (data/base/inclusion.hpp). `definitions`, lines of their own, come after the
// line #version.
ShaderSource shader_source(const ReadAsset& read, const std::string& file,
                           const std::string& definitions = "");

}  // namespace milkomeda
