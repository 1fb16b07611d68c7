#include "data/system/descriptor.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <charconv>
#include <string>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace milkomeda {

Descriptor::~Descriptor() {
    if (number_ >= 0) close(number_);
}

Descriptor open_for_reading(const std::filesystem::path& file) {
    return Descriptor(open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

Descriptor make_memory_file(const char* label, std::uint64_t most_bytes) {
    Descriptor file(memfd_create(label, MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (file < 0) throw std::runtime_error(std::strerror(errno));
    if (most_bytes > 0 && ftruncate(file, static_cast<off_t>(most_bytes)) == 0) fcntl(file, F_ADD_SEALS, F_SEAL_GROW);
    return file;
}

std::optional<FileStatus> status_of(int descriptor) {
    struct stat status {};
    if (descriptor < 0 || fstat(descriptor, &status) != 0) return std::nullopt;
    constexpr std::int64_t nanoseconds = 1'000'000'000;
    return FileStatus{S_ISREG(status.st_mode)   ? FileKind::regular
                      : S_ISDIR(status.st_mode) ? FileKind::folder
                                                : FileKind::other,
                      static_cast<std::uint64_t>(status.st_size),
                      status.st_mtim.tv_sec * nanoseconds + status.st_mtim.tv_nsec};
}

std::uint64_t bytes_in(int descriptor) {
    const auto status = status_of(descriptor);
    return status ? status->bytes : 0;
}

std::uint64_t position_in(int descriptor) {
    return static_cast<std::uint64_t>(std::max<off_t>(lseek(descriptor, 0, SEEK_CUR), 0));
}

std::size_t read_at(int descriptor, std::uint64_t offset, void* to, std::size_t bytes) {
    const std::size_t count = transfer_all(bytes, [&](std::size_t done) {
        return pread(descriptor, static_cast<char*>(to) + done, bytes - done, static_cast<off_t>(offset + done));
    });
    if (count < bytes && errno != 0) throw std::runtime_error(std::strerror(errno));
    return count;
}

bool is_at_end(int descriptor) {
    char first;
    return read(descriptor, &first, 1) == 0;
}

void write_at(int descriptor, std::uint64_t offset, const void* data, std::size_t bytes) {
    const auto write_part = [&](std::size_t done) {
        return pwrite(descriptor, static_cast<const char*>(data) + done, bytes - done,
                      static_cast<off_t>(offset + done));
    };
    if (transfer_all(bytes, write_part) < bytes) throw std::runtime_error(std::strerror(errno != 0 ? errno : ENOSPC));
}

std::optional<FileIdentity> identity_of(const std::filesystem::path& file) {
    struct stat status {};
    if (stat(file.c_str(), &status) != 0) return std::nullopt;
    return FileIdentity{status.st_dev, status.st_ino};
}

namespace {

namespace fs = std::filesystem;

// Follows links until the path names an open descriptor, and returns this path, such as "/proc/17/fd/3" or
// "/proc/17/task/18/fd/3". Returns an empty path if `file` does not name a descriptor.
fs::path name_in_proc(fs::path file) {
    constexpr int most_links = 40;
    std::error_code error;
    for (int links = 0; links < most_links; ++links) {
        const fs::path folder = fs::canonical(file.has_parent_path() ? file.parent_path() : ".", error);
        if (error) return {};
        if (folder.filename() == "fd" && folder.string().starts_with("/proc/")) return folder / file.filename();
        if (!fs::is_symlink(file, error)) return {};
        // if the link target is an absolute path, operator/ discards `folder`
        file = folder / fs::read_symlink(file, error);
    }
    return {};
}

}  // namespace

bool is_name_of_open(const fs::path& file) { return !name_in_proc(file).empty(); }

std::optional<int> own_descriptor(const fs::path& file) {
    const fs::path name = name_in_proc(file);
    std::error_code error;
    const std::string own = fs::canonical("/proc/self", error).string() + '/';
    if (name.empty() || error || !name.string().starts_with(own)) return std::nullopt;
    const std::string digits = name.filename().string();
    int number = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return fault == std::errc{} && end == digits.data() + digits.size() ? std::optional{number} : std::nullopt;
}

std::vector<int> own_descriptors(const fs::path& file) {
    const std::optional<int> own = own_descriptor(file);
    return own ? std::vector{*own} : std::vector<int>{};
}

}  // namespace milkomeda
