#include "data/system/disk_space.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "data/system/descriptor.hpp"

namespace milkomeda {

std::optional<std::uint64_t> free_bytes_on_disk(const std::filesystem::path& folder) {
    struct statvfs disk {};
    if (statvfs(folder.c_str(), &disk) != 0) return std::nullopt;
    return std::uint64_t{disk.f_bavail} * disk.f_frsize;
}

std::uint64_t bytes_to_grow(int descriptor) {
    struct statvfs disk {};
    rlimit limit{};
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
    if (fstatvfs(descriptor, &disk) == 0 && disk.f_blocks > 0) bytes = disk.f_bavail * disk.f_frsize;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        const std::uint64_t present = bytes_in(descriptor);
        bytes = std::min(bytes, std::max<std::uint64_t>(limit.rlim_cur, present) - present);
    }
    return bytes;
}

std::string why_no_new_file(const std::filesystem::path& folder) {
    std::string probe = (folder / ".milkomeda-XXXXXX").string();
    if (mkdtemp(probe.data()) == nullptr) return std::strerror(errno);
    rmdir(probe.c_str());
    return {};
}

bool make_private_folder(const std::filesystem::path& folder) {
    struct stat status {};
    mkdir(folder.c_str(), S_IRWXU);
    return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
           (status.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

}  // namespace milkomeda
