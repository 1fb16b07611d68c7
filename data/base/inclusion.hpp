// Source texts that include each other: kernels and shaders.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace milkomeda {

// Reads a file of the program's by its path from the project's root, such as "kernels/step/integrate.cl".
using ReadAsset = std::function<std::string(std::string_view name)>;

// How a #line directive says which file the next lines are of: OpenCL C takes a name, GLSL does not.
enum class LineDirective { with_file, without_file };

// The named text with its lines #include "PATH FROM THE ROOT" replaced by what they name, each file once.
// Lines keep their numbers, so that a compiler's errors name them. Throws what `read` throws for what is
// missing.
std::string read_with_includes(const ReadAsset& read, std::string_view name, LineDirective directive);

// The same of several texts, one after the other.
std::string read_with_includes(const ReadAsset& read, std::span<const std::string> names,
                               LineDirective directive);

}  // namespace milkomeda
