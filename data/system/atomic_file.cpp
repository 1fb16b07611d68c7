#include "data/system/atomic_file.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string_view>

#include "data/system/descriptor.hpp"
#include "data/system/file_error.hpp"
#include "data/system/unused_name.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

bool is_standard_output(const struct stat& file) {
    struct stat output {};
    return fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == file.st_dev && output.st_ino == file.st_ino;
}

// Returns true if the file has access control lists or extended attributes, which a new file would lack.
bool has_attributes(const fs::path& file) {
    std::array<char, 4096> names;
    const ssize_t size = listxattr(file.c_str(), names.data(), names.size());
    if (size < 0) return errno == ERANGE;
    for (const char* name = names.data(); name < names.data() + size; name += std::strlen(name) + 1)
        if (std::string_view{name}.starts_with("user.") || name == std::string_view{"system.posix_acl_access"})
            return true;
    return false;
}

// Waits until the data is on the disk. Returns true also if fsync is not supported (EINVAL), as for pipes,
// devices and some file systems.
bool is_on_disk(int descriptor) { return fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS; }

// Returns false for append-only files (attribute chattr +a).
bool may_be_rewritten(const fs::path& file) {
    const Descriptor trial(open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    return trial >= 0 || errno != EPERM;
}

// Returns an unpredictable name, so that no other user can create a file with this name in advance.
std::string temporary_name() {
    std::array<std::uint64_t, 2> number{};
    if (getentropy(number.data(), sizeof number) != 0) throw FileError("the system provides no random numbers");
    return fmt::format(".milkomeda-{:016x}{:016x}.part", number[0], number[1]);
}

// Reads the umask from /proc, because umask() would have to change it temporarily for all threads.
mode_t umask_now() {
    constexpr mode_t owners_alone = 0077;
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (mode_t mask = 0; word == "Umask:" && status >> std::oct >> mask) return mask;
    return owners_alone;
}

bool is_open_for_reading_alone(int descriptor) { return (fcntl(descriptor, F_GETFL) & O_ACCMODE) == O_RDONLY; }

}  // namespace

// Information about the existing file with the requested name. If `exists` is false, errno holds the reason.
struct AtomicFile::OldFile : stat {
    explicit OldFile(const fs::path& file) : stat{}, exists{::stat(file.c_str(), this) == 0} {}
    // Returns true if the temporary file can be renamed to `file`. Returns false if `file` is a device, a pipe,
    // standard output or an open file, to which the content must be copied.
    bool is_replaceable(const fs::path& file) const {
        return !exists || (S_ISREG(st_mode) && !is_standard_output(*this) && !own_descriptor(file));
    }
    bool exists;
};

std::string why_unwritable(const fs::path& file) {
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) return "there is no folder " + folder.string();
    if (fs::is_directory(file, ignored)) return "it is a folder";
    struct stat old {};
    const bool exists = stat(file.c_str(), &old) == 0;
    if (!exists && errno != ENOENT) return std::strerror(errno);
    if (!exists && fs::is_symlink(file, ignored)) return "the path is a link to a missing file";
    if (!exists) return {};
    if (access(file.c_str(), W_OK) != 0) return std::strerror(errno);
    if (S_ISSOCK(old.st_mode) && !is_standard_output(old)) return "it is a socket";
    if (const auto own = own_descriptor(file); own && is_open_for_reading_alone(*own))
        return "it is not open for writing";
    if (S_ISREG(old.st_mode) && !may_be_rewritten(file)) return "the existing file is append-only";
    return {};
}

AtomicFile::AtomicFile(const fs::path& wanted, Existing existing)
    : existing_(existing), name_(existing == Existing::kept ? unused_name(wanted) : wanted), file_(name_) {
    const fs::path& file = name_;
    if (const std::string reason = why_unwritable(file); !reason.empty()) fail(reason);
    std::error_code error, ignored;
    const OldFile old{file};
    const bool replaces = old.is_replaceable(file);
    if (replaces && fs::is_symlink(file, ignored)) file_ = fs::canonical(file, error);
    const fs::path place = replaces ? file_.parent_path() : fs::temp_directory_path(error);
    if (error) fail(std::string(replaces ? "" : "TMPDIR is not a folder: ") + error.message());
    create_temporary(place, old);
}

void AtomicFile::create_temporary(const fs::path& folder, const OldFile& old) {
    // If a file with this name exists, only the owner can read the temporary file until the temporary file gets the
    // mode of the existing file.
    constexpr mode_t for_owner = 0600, for_all = 0666;  // the operating system removes the bits of the umask
    temporary_ = folder / temporary_name();
    unfinished_.emplace(temporary_.string());
    descriptor_ = Descriptor(
        open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, old.exists ? for_owner : for_all));
    if (descriptor_ >= 0) return;
    const std::string reason = std::strerror(errno);
    temporary_.clear();
    const std::string whose = !old.exists                 ? ""
                              : old.is_replaceable(name_) ? "the folder is not writable: "
                                                          : "TMPDIR is not writable: ";
    fail(whose + reason);
}

AtomicFile::~AtomicFile() {
    if (!temporary_.empty()) unlink(temporary_.c_str());
}

fs::path AtomicFile::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

void AtomicFile::finish() {
    if (existing_ == Existing::kept) return finish_unused();
    const OldFile old{file_};
    if (!old.is_replaceable(file_)) return pass_on(old);
    if (old.exists && (old.st_nlink > 1 || is_name_of_open(name_) || has_attributes(file_) || !take_after(old)))
        return rewrite();
    if (rename(temporary_.c_str(), file_.c_str()) == 0) return temporary_.clear();
    if (old.exists && errno == EBUSY) return rewrite();  // EBUSY: the existing file is a mount point
    fail(std::strerror(errno));
}

bool AtomicFile::finish_if_free(const fs::path& name) {
    bool done = renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, name.c_str(), RENAME_NOREPLACE) == 0;
    // some file systems and kernels do not support renameat2
    if (!done && (errno == EINVAL || errno == ENOSYS)) {
        std::error_code ignored;
        if (fs::exists(fs::symlink_status(name, ignored))) return false;
        done = rename(temporary_.c_str(), name.c_str()) == 0;
    }
    if (!done && errno == EEXIST) return false;
    if (!done) fail(std::strerror(errno));
    temporary_.clear();
    name_ = name;
    return true;
}

void AtomicFile::finish_unused() {
    constexpr mode_t for_all = 0666;
    if (const OldFile old{file_}; old.exists) fchmod(descriptor_, old.st_mode & for_all & ~umask_now());
    const fs::path wanted = temporary_.parent_path() / file_.filename();
    while (!finish_if_free(unused_name(wanted))) continue;
}

void AtomicFile::finish_lasting() {
    require_on_disk(temporary_, descriptor_);
    finish();
    const fs::path folder = file_.has_parent_path() ? file_.parent_path() : fs::path(".");
    const Descriptor names(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (names >= 0) require_on_disk(folder, names);
}

void AtomicFile::require_on_disk(const fs::path& place, int descriptor) const {
    if (!is_on_disk(descriptor)) fail(place.string() + ": " + std::strerror(errno));
}

// Copies owner, group and mode of the existing file. Returns false on failure: only root can set a different owner, or
// a group of which the user is not a member.
bool AtomicFile::take_after(const OldFile& old) const {
    constexpr mode_t all_bits = 07777;
    struct stat own {};
    if (fstat(descriptor_, &own) != 0) return false;
    const bool is_alike = own.st_uid == old.st_uid && own.st_gid == old.st_gid;
    return (is_alike || fchown(descriptor_, old.st_uid, old.st_gid) == 0) &&
           fchmod(descriptor_, old.st_mode & all_bits) == 0;
}

// Overwrites the content of the existing file. If the program or the machine stops during the copy, the
// temporary file still has all data.
void AtomicFile::rewrite() {
    const SignalsWait whole;
    const Descriptor other(open(file_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    struct stat own {};
    if (other < 0 || fstat(descriptor_, &own) != 0) fail(std::strerror(errno));
    // Reserves disk space before overwriting, so that the old content is kept if the disk is full.
    if (fallocate(other, FALLOC_FL_KEEP_SIZE, 0, std::max<off_t>(own.st_size, 1)) != 0 && errno != EOPNOTSUPP)
        fail(std::strerror(errno));
    if (copy_to(other) && ftruncate(other, own.st_size) == 0 && is_on_disk(other)) return;
    const std::string reason = std::strerror(errno), kept = temporary_.string();
    temporary_.clear();
    fail(reason + "; the complete data is in " + kept);
}

void AtomicFile::pass_on(const OldFile& reader) const {
    const std::optional<int> own = is_standard_output(reader) ? STDOUT_FILENO : own_descriptor(file_);
    const Descriptor other(own ? fcntl(*own, F_DUPFD_CLOEXEC, 0)
                               : open(file_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (other < 0 || !copy_to(other)) fail(std::strerror(errno));
}

bool AtomicFile::copy_to(int other) const {
    std::array<char, 64 * 1024> block;
    for (off_t place = 0;;) {
        const ssize_t count = pread(descriptor_, block.data(), block.size(), place);
        if (count <= 0) return count == 0;
        const auto bytes = static_cast<std::size_t>(count);
        const auto write_part = [&](std::size_t done) { return write(other, block.data() + done, bytes - done); };
        if (transfer_all(bytes, write_part) < bytes) return false;
        place += count;
    }
}

void AtomicFile::fail(const std::string& reason) const { throw FileError(name_, "cannot be written: " + reason); }

}  // namespace milkomeda
