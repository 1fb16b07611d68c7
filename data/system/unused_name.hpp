// Unused names for new files.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

namespace milkomeda {

// Divides a file name into stem and extension: "run.tab.gz" into "run" and ".tab.gz".
std::pair<std::string, std::string> split_extension(const std::filesystem::path& file);

// Returns `file` if no file has this name, otherwise the first unused name of NAME-2.EXT, NAME-3.EXT, ...
// NAME is shortened if the result would exceed the length limit of file names.
std::filesystem::path unused_name(const std::filesystem::path& file);

}  // namespace milkomeda
