// Data files in the user's data folder, for example downloaded by data/get-dubinski.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace milkomeda {

// Returns Milkomeda's folder according to the XDG base directory specification. It is in the folder that the
// environment variable `variable` names, or if this is not an absolute path, in the folder `in_home` of the home
// folder. Returns an empty optional if there is no home folder.
std::optional<std::filesystem::path> user_folder(const char* variable, const char* in_home);

// Finds a file named `name` plus the extension of any particle format, such as .tab or .tab.gz, in
// $XDG_DATA_HOME/milkomeda (default ~/.local/share/milkomeda).
std::optional<std::filesystem::path> find_user_data(std::string_view name);

}  // namespace milkomeda
