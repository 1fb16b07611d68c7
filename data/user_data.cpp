#include "data/user_data.hpp"

#include <cstdlib>
#include <string>

#include "data/formats.hpp"

namespace milkomeda {
namespace {

// The XDG base directory specification: a relative path counts as none.
std::optional<std::filesystem::path> user_data_folder() {
    const char* const data = std::getenv("XDG_DATA_HOME");
    if (data && std::filesystem::path(data).is_absolute()) return std::filesystem::path(data) / "milkomeda";
    const char* const home = std::getenv("HOME");
    if (home && *home) return std::filesystem::path(home) / ".local/share/milkomeda";
    return std::nullopt;
}

}  // namespace

std::optional<std::filesystem::path> find_user_data(std::string_view name) {
    const auto folder = user_data_folder();
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
