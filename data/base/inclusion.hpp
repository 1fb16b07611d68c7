// Assembly of kernel and shader sources from files that include each other.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace milkomeda {

// Function that returns the content of a program file, given its path relative to the project's root, such as
// "kernels/step/integrate.cl".
using ReadAsset = std::function<std::string(std::string_view name)>;

// Form of the #line directives: OpenCL C accepts a file name in them, GLSL does not.
enum class LineDirective { with_file, without_file };

// Returns the source `name` with each line #include "PATH FROM THE ROOT" replaced by the content of that
// file. Every file is included only once. #line directives keep the line numbers in compiler errors correct.
// Exceptions that `read` throws for missing files are not caught.
std::string read_with_includes(const ReadAsset& read, std::string_view name, LineDirective directive);

// Concatenates the sources `names`, each with its included files.
std::string read_with_includes(const ReadAsset& read, std::span<const std::string> names, LineDirective directive);

}  // namespace milkomeda
