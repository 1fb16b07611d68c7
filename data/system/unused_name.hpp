// Names of new files that do not collide with existing files.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

namespace milkomeda {

// Splits run.tab.gz into "run" and ".tab.gz".
std::pair<std::string, std::string> split_extension(const std::filesystem::path& file);

// Returns `file` if the name is unused, else the first unused name of NAME-2.EXT, NAME-3.EXT, ... NAME is
// shortened if the result would exceed the length limit of names.
std::filesystem::path unused_name(const std::filesystem::path& file);

}  // namespace milkomeda
