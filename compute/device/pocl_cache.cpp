#include "compute/device/pocl_cache.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "data/system/disk_space.hpp"
#include "data/system/this_process.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// Disk space in bytes for the compiled kernels of one device, with all settings that the autotuner tries.
constexpr std::uintmax_t least_free_bytes = std::uintmax_t{16} << 20;

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

fs::path nearest_that_exists(fs::path folder) {
    std::error_code ignored;
    while (!fs::exists(folder, ignored) && folder.has_relative_path()) folder = folder.parent_path();
    return folder.empty() ? fs::path{"."} : folder;
}

}  // namespace

fs::path pocl_cache() {
    if (const std::string own = variable("POCL_CACHE_DIR"); !own.empty()) return own;
    if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty()) return fs::path{cache} / "pocl/kcache";
    if (const std::string home = variable("HOME"); !home.empty()) return fs::path{home} / ".cache/pocl/kcache";
    return "/tmp/pocl/kcache";
}

std::string why_no_cache(const fs::path& folder) {
    const fs::path there = nearest_that_exists(folder);
    if (std::string reason = why_no_new_file(there); !reason.empty()) return reason;
    const auto free_bytes = free_bytes_on_disk(there);
    if (!free_bytes) return std::strerror(errno);
    return *free_bytes < least_free_bytes ? fmt::format("only {} KiB are free", *free_bytes >> 10) : "";
}

std::optional<std::string> set_up_pocl_cache() {
    const fs::path own = pocl_cache();
    const std::string why = why_no_cache(own);
    if (why.empty()) return std::nullopt;
    const std::string trouble = fmt::format("PoCL's cache folder {} is not usable ({})", own.string(), why);
    std::error_code ignored;
    // The folder must be private: compiled kernels are executed, so other users must not write to it.
    for (const fs::path& temporary : {fs::temp_directory_path(ignored), fs::path{"/dev/shm"}}) {
        const fs::path folder = temporary / fmt::format("milkomeda-pocl-{}", user_number());
        if (temporary.empty() || !make_private_folder(folder) || !why_no_cache(folder).empty()) continue;
        set_environment_variable("POCL_CACHE_DIR", folder.string());
        return fmt::format("{}; kernels are stored in {}", trouble, folder.string());
    }
    return fmt::format("{}; set POCL_CACHE_DIR to a folder with 16 MiB of free space", trouble);
}

}  // namespace milkomeda
