#include "data/formats/user_data.hpp"

#include <cstdlib>
#include <string>

#include "data/formats/formats.hpp"

namespace milkomeda {

std::optional<std::filesystem::path> user_folder(const char* variable, const char* in_home) {
    const char* const base = std::getenv(variable);
    if (base && std::filesystem::path(base).is_absolute()) return std::filesystem::path(base) / "milkomeda";
    const char* const home = std::getenv("HOME");
    if (home && *home) return std::filesystem::path(home) / in_home / "milkomeda";
    return std::nullopt;
}

std::optional<std::filesystem::path> find_user_data(std::string_view name) {
    const auto folder = user_folder("XDG_DATA_HOME", ".local/share");
    if (!folder || name.empty() || name.find('/') != name.npos) return std::nullopt;
    for (const ParticleFormat& format : particle_formats())
        for (const std::string_view extension : format.extensions) {
            const auto file = *folder / (std::string(name) + std::string(extension));
            std::error_code ignored;
            if (std::filesystem::is_regular_file(file, ignored)) return file;
        }
    return std::nullopt;
}

}  // namespace milkomeda
