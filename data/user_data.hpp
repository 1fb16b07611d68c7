// Data sets that a person has fetched once, for example with data/get-dubinski.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace milkomeda {

// The file NAME in any particle format, such as NAME.tab or NAME.tab.gz, in $XDG_DATA_HOME/milkomeda
// (~/.local/share/milkomeda), if it is there.
std::optional<std::filesystem::path> find_user_data(std::string_view name);

}  // namespace milkomeda
