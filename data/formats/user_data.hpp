// Data sets that a person has fetched once, for example with data/get-dubinski.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace milkomeda {

// Our folder in the one that the environment variable names, else in this one of the home folder, after the
// XDG base directory specification: a relative path counts as none. Empty where there is not even a home.
std::optional<std::filesystem::path> user_folder(const char* variable, const char* in_home);

// The file NAME in any particle format, such as NAME.tab or NAME.tab.gz, in $XDG_DATA_HOME/milkomeda
// (~/.local/share/milkomeda), if it is there.
std::optional<std::filesystem::path> find_user_data(std::string_view name);

}  // namespace milkomeda
