// Folders of this user, after the XDG base directory specification. Empty where there is not even a home.
#pragma once

#include <filesystem>
#include <optional>

namespace milkomeda {

// $XDG_CONFIG_HOME/milkomeda, ~/.config/milkomeda; created when missing. Empty, with a warning, when that is
// impossible.
std::optional<std::filesystem::path> config_folder();

// For what can be found out again: $XDG_CACHE_HOME/milkomeda, ~/.cache/milkomeda; may be missing.
std::optional<std::filesystem::path> cache_folder();

// For what the window was doing when it ended: $XDG_STATE_HOME/milkomeda, ~/.local/state/milkomeda; may be
// missing.
std::optional<std::filesystem::path> state_folder();

}  // namespace milkomeda
