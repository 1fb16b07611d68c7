// Folders of the user by the XDG base directory specification. The functions return an empty optional if the
// user has no home folder.
#pragma once

#include <filesystem>
#include <optional>

namespace milkomeda {

// $XDG_CONFIG_HOME/milkomeda or ~/.config/milkomeda; created if missing. Returns an empty optional and logs a
// warning if it cannot be created.
std::optional<std::filesystem::path> config_folder();

// Folder for data that can be computed again: $XDG_CACHE_HOME/milkomeda or ~/.cache/milkomeda; may be
// missing.
std::optional<std::filesystem::path> cache_folder();

// Folder for the state of the last window: $XDG_STATE_HOME/milkomeda or ~/.local/state/milkomeda; may be
// missing.
std::optional<std::filesystem::path> state_folder();

}  // namespace milkomeda
