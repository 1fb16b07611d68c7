// File access through descriptors, the numbers by which the operating system identifies open files.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace milkomeda {

// Owner of a file descriptor, which the destructor closes.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor();
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    operator int() const { return number_; }  // returns a negative number if the object owns no descriptor

  private:
    int number_ = -1;
};

enum class FileKind { regular, folder, other };  // other: pipes, devices, sockets

struct FileStatus {
    FileKind kind = FileKind::other;
    std::uint64_t bytes = 0;      // size of the file in bytes
    std::int64_t written_at = 0;  // time of the last change, in nanoseconds since an unspecified time
};

// Opens a file for reading without waiting for the writer of a pipe. If the file cannot be opened, the result
// is negative and errno holds the reason.
Descriptor open_for_reading(const std::filesystem::path& file);

// Creates an unnamed file in memory, for exchange of data with a child process. If `most_bytes` is not zero, the file
// is limited to this size, as far as the system's file size limit permits. Throws std::runtime_error.
Descriptor make_memory_file(const char* label, std::uint64_t most_bytes = 0);

// Returns kind, size and time of an open file; on failure an empty optional, with the reason in errno.
std::optional<FileStatus> status_of(int descriptor);

// Returns the size of an open file in bytes, or 0 if it is unknown.
std::uint64_t bytes_in(int descriptor);

// Returns the file position of the next write through the descriptor or its copies, or 0 if it is unknown.
std::uint64_t position_in(int descriptor);

// Reads `bytes` bytes from `offset` on, or fewer at the end of the file. Returns the number of bytes read. Throws
// std::runtime_error with the operating system's error message.
std::size_t read_at(int descriptor, std::uint64_t offset, void* to, std::size_t bytes);

// Calls transfer(done) until `bytes` bytes are transferred, the data ends or an error occurs. transfer() transfers
// bytes from byte `done` on and, like read(), returns their number. Returns the total number of transferred bytes. If
// the total is smaller than `bytes`, errno holds the error, or 0 at the end of the data.
template <typename Transfer>
std::size_t transfer_all(std::size_t bytes, Transfer transfer) {
    std::size_t done = 0;
    while (done < bytes) {
        errno = 0;
        const auto count = transfer(done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

// Returns true if the next read would find the end of the data. Returns false if data is available (one byte
// is then consumed), or if reading would wait or fail.
bool is_at_end(int descriptor);

// Writes all bytes from `offset` on. Throws std::runtime_error with the operating system's error message.
void write_at(int descriptor, std::uint64_t offset, const void* data, std::size_t bytes);

// Identity of a file, which is equal for all its hard links.
struct FileIdentity {
    std::uint64_t device = 0, number = 0;
    bool operator==(const FileIdentity&) const = default;
};

// Returns the identity of a file, following symbolic links; an empty optional if it does not exist.
std::optional<FileIdentity> identity_of(const std::filesystem::path& file);

// Returns true if the name refers to an open descriptor of this or another process, as /dev/fd/3 and paths into the
// descriptor folders of /proc do.
bool is_name_of_open(const std::filesystem::path& file);

// Returns the open descriptor of this process to which the name refers; empty if the name refers to no such descriptor.
std::optional<int> own_descriptor(const std::filesystem::path& file);

// Returns own_descriptor(file) as a list of 0 or 1 descriptors that a child process needs to open the file.
std::vector<int> own_descriptors(const std::filesystem::path& file);

}  // namespace milkomeda
