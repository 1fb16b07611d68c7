// Kernel and shader sources that include each other.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace milkomeda {

// Returns the content of a program file, given its path from the project's root, such as
// "kernels/step/integrate.cl".
using ReadAsset = std::function<std::string(std::string_view name)>;

// Form of the #line directives: OpenCL C accepts a file name in them, GLSL does not.
enum class LineDirective { with_file, without_file };

// Returns the source `name` with each line #include "PATH FROM THE ROOT" replaced by that file; every file is
// included once. #line directives keep the line numbers in compiler errors right. Exceptions of `read` for
// missing files pass through.
std::string read_with_includes(const ReadAsset& read, std::string_view name, LineDirective directive);

// Concatenates several sources, each read as above.
std::string read_with_includes(const ReadAsset& read, std::span<const std::string> names,
                               LineDirective directive);

}  // namespace milkomeda
