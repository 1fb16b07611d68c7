// Folders of the user according to the XDG base directory specification. All functions return an empty
// optional if the user has no home folder.
#pragma once

#include <filesystem>
#include <optional>

namespace milkomeda {

// Folder for settings: $XDG_CONFIG_HOME/milkomeda or ~/.config/milkomeda. Creates the folder if it is missing.
// If this fails, logs a warning and returns an empty optional.
std::optional<std::filesystem::path> config_folder();

// Folder for data that can be recomputed: $XDG_CACHE_HOME/milkomeda or ~/.cache/milkomeda. The folder may be missing.
std::optional<std::filesystem::path> cache_folder();

// Folder for the run that the window saves automatically: $XDG_STATE_HOME/milkomeda or ~/.local/state/milkomeda. The
// folder may be missing.
std::optional<std::filesystem::path> state_folder();

}  // namespace milkomeda
