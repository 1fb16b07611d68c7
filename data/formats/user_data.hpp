// Data sets in the user's data folder, for example downloaded by data/get-dubinski.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace milkomeda {

// Returns Milkomeda's folder by the XDG base directory specification: in the folder named by the environment
// variable `variable` (ignored if its path is relative), else in the folder `in_home` of the home folder.
// Empty without a home folder.
std::optional<std::filesystem::path> user_folder(const char* variable, const char* in_home);

// Finds a file NAME in any particle format, such as NAME.tab or NAME.tab.gz, in $XDG_DATA_HOME/milkomeda
// (~/.local/share/milkomeda).
std::optional<std::filesystem::path> find_user_data(std::string_view name);

}  // namespace milkomeda
