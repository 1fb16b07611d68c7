#include "app/io/user_folders.hpp"

#include "app/io/log.hpp"
#include "data/formats/user_data.hpp"

namespace milkomeda {

namespace fs = std::filesystem;

std::optional<fs::path> config_folder() {
    std::optional<fs::path> folder = user_folder("XDG_CONFIG_HOME", ".config");
    std::error_code error;
    if (folder) fs::create_directories(*folder, error);
    if (!error) return folder;
    log_warning("settings cannot be stored: " + folder->string() + ": " + error.message());
    return std::nullopt;
}

std::optional<fs::path> cache_folder() { return user_folder("XDG_CACHE_HOME", ".cache"); }

std::optional<fs::path> state_folder() { return user_folder("XDG_STATE_HOME", ".local/state"); }

}  // namespace milkomeda
