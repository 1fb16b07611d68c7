// Shaders as files that include each other.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "render/shader.hpp"

namespace milkomeda {

// Reads an asset such as "shaders/point.frag" or "assets/sprite.png".
using ReadAsset = std::function<std::string(std::string_view name)>;

// The file with each line #include "FILE" (beside it, in shaders/) replaced by that file's text. Throws what
// `read` throws for files that are missing. `definitions`, lines of their own, come after the line #version.
ShaderSource shader_source(const ReadAsset& read, const std::string& file,
                           const std::string& definitions = "");

}  // namespace milkomeda
