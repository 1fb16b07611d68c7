// Files that are read and written through descriptors: the numbers by which the system and child processes
// name open files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

namespace milkomeda {

// Owner of a descriptor: closes it at the end of its life.
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

    operator int() const { return number_; }  // negative if it owns no descriptor

  private:
    int number_ = -1;
};

enum class FileKind { regular, folder, other };  // other: pipes, devices, sockets

struct FileStatus {
    FileKind kind = FileKind::other;
    std::uint64_t bytes = 0;      // size of the file
    std::int64_t written_at = 0;  // time of the last change in nanoseconds since an arbitrary moment
};

// Opens a file for reading. Does not wait for the writer of a pipe. The result is negative if the file cannot
// be opened; errno then holds the reason.
Descriptor open_for_reading(const std::filesystem::path& file);

// Makes a file in memory that has no name, for exchange with a child process. If `most_bytes` is not zero,
// the file takes no more bytes, as far as a limit of file sizes permits `most_bytes`. Throws
// std::runtime_error.
Descriptor make_memory_file(const char* label, std::uint64_t most_bytes = 0);

// Returns an empty optional on failure; errno then holds the reason.
std::optional<FileStatus> status_of(int descriptor);

// Number of bytes in an open file, 0 if unknown.
std::uint64_t bytes_in(int descriptor);

// Position at which the next write through the descriptor or its copies continues, 0 if unknown.
std::uint64_t position_in(int descriptor);

// Reads up to `bytes` bytes from `offset` on, fewer only at the end of the file; returns their number. Throws
// std::runtime_error with the system's reason.
std::size_t read_at(int descriptor, std::uint64_t offset, void* to, std::size_t bytes);

// Returns true if the next read through the descriptor finds the end of the data; false also if it would wait
// or fail. Consumes a byte otherwise.
bool is_at_end(int descriptor);

// Writes all bytes from `offset` on. Throws std::runtime_error with the system's reason.
void write_at(int descriptor, std::uint64_t offset, const void* data, std::size_t bytes);

// Identity of a file, equal for all its names.
struct FileIdentity {
    std::uint64_t device = 0, number = 0;
    bool operator==(const FileIdentity&) const = default;
};

// Follows symbolic links. Returns an empty optional if there is no such file.
std::optional<FileIdentity> identity_of(const std::filesystem::path& file);

}  // namespace milkomeda
