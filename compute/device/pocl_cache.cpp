#include "compute/device/pocl_cache.hpp"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// Space that all kernels of this program need, built for one device with all settings that an autotuner
// tries.
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

// Creates a folder that only this user can access. Compiled kernels are executed, so other users of the
// temporary directory must not be able to write there.
bool make_private(const fs::path& folder) {
    struct stat status {};
    mkdir(folder.c_str(), S_IRWXU);
    return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
           (status.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

}  // namespace

fs::path pocl_cache() {
    if (const std::string own = variable("POCL_CACHE_DIR"); !own.empty()) return own;
    if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty())
        return fs::path{cache} / "pocl/kcache";
    if (const std::string home = variable("HOME"); !home.empty())
        return fs::path{home} / ".cache/pocl/kcache";
    return "/tmp/pocl/kcache";
}

std::string why_no_cache(const fs::path& folder) {
    const fs::path there = nearest_that_exists(folder);
    std::string probe = (there / ".milkomeda-XXXXXX").string();
    if (mkdtemp(probe.data()) == nullptr) return std::strerror(errno);
    rmdir(probe.c_str());
    struct statvfs disk {};
    if (statvfs(there.c_str(), &disk) != 0) return std::strerror(errno);
    const std::uintmax_t free_bytes = std::uintmax_t{disk.f_bavail} * disk.f_frsize;
    return free_bytes < least_free_bytes ? "only " + std::to_string(free_bytes >> 10) + " KiB are free" : "";
}

std::optional<std::string> set_up_pocl_cache() {
    const fs::path own = pocl_cache();
    const std::string why = why_no_cache(own);
    if (why.empty()) return std::nullopt;
    const std::string trouble = "PoCL's cache folder " + own.string() + " is not usable (" + why + ")";
    std::error_code ignored;
    for (const fs::path& temporary : {fs::temp_directory_path(ignored), fs::path{"/dev/shm"}}) {
        const fs::path folder = temporary / ("milkomeda-pocl-" + std::to_string(geteuid()));
        if (temporary.empty() || !make_private(folder) || !why_no_cache(folder).empty()) continue;
        setenv("POCL_CACHE_DIR", folder.c_str(), 1);
        return trouble + "; kernels are stored in " + folder.string();
    }
    return trouble + "; set POCL_CACHE_DIR to a folder with 16 MiB of free space";
}

}  // namespace milkomeda
