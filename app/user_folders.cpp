#include "app/user_folders.hpp"

#include <cstdlib>

#include "app/log.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> folder_of(const char* variable, const char* in_home) {
    const char* base = std::getenv(variable);
    const char* home = std::getenv("HOME");
    if (base && *base) return fs::path{base} / "milkomeda";
    if (home && *home) return fs::path{home} / in_home / "milkomeda";
    return std::nullopt;
}

}  // namespace

std::optional<fs::path> config_folder() {
    std::optional<fs::path> folder = folder_of("XDG_CONFIG_HOME", ".config");
    std::error_code error;
    if (folder) fs::create_directories(*folder, error);
    if (!error) return folder;
    log_warning("settings are not kept: " + folder->string() + ": " + error.message());
    return std::nullopt;
}

std::optional<fs::path> cache_folder() {
    return folder_of("XDG_CACHE_HOME", ".cache");
}

}  // namespace milkomeda
