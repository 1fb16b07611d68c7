#include "data/files/binary_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "data/system/file_error.hpp"

namespace milkomeda {

std::size_t size_of(NumberType type) {
    switch (type) {
        case NumberType::int32:
        case NumberType::uint32:
        case NumberType::float32:
            return 4;
        case NumberType::int64:
        case NumberType::uint64:
        case NumberType::float64:
            return 8;
    }
    return 8;
}

BinaryFile::BinaryFile(const std::filesystem::path& file)
    : path_(file), file_(std::fopen(file.c_str(), "rbe")) {
    struct stat status {};
    if (!file_ || fstat(fileno(file_.get()), &status) != 0)
        fail(std::string("cannot be opened: ") + std::strerror(errno));
    size_ = static_cast<std::uint64_t>(status.st_size);
}

void BinaryFile::read(std::uint64_t offset, void* to, std::size_t bytes) const {
    char* place = static_cast<char*>(to);
    while (bytes > 0) {
        const ssize_t count = pread(fileno(file_.get()), place, bytes, static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(std::string("cannot be read: ") + std::strerror(errno));
        if (count == 0) fail_at(offset, "the file ends too early");
        place += count;
        offset += static_cast<std::uint64_t>(count);
        bytes -= static_cast<std::size_t>(count);
    }
}

void BinaryFile::read_nearby(std::uint64_t offset, void* to, std::size_t bytes) const {
    const auto is_near = [&] {
        return offset >= near_begin_ && offset + bytes <= near_begin_ + near_.size();
    };
    if (!is_near() && offset < size_) {
        constexpr std::uint64_t block = 4096;
        near_.resize(std::min(block, size_ - offset));
        read(near_begin_ = offset, near_.data(), near_.size());
    }
    if (!is_near()) fail_at(size_, "the file ends too early");
    std::memcpy(to, near_.data() + (offset - near_begin_), bytes);
}

template <typename Target>
void BinaryFile::decode(const std::vector<char>& block, NumberType type, std::vector<Target>& numbers) const {
    const auto as = [&](auto kind) {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            std::memcpy(&kind, block.data() + i * sizeof kind, sizeof kind);
            numbers[i] = static_cast<Target>(swapped_ ? in_other_byte_order(kind) : kind);
        }
    };
    switch (type) {
        case NumberType::int32:
            return as(std::int32_t{});
        case NumberType::uint32:
            return as(std::uint32_t{});
        case NumberType::int64:
            return as(std::int64_t{});
        case NumberType::uint64:
            return as(std::uint64_t{});
        case NumberType::float32:
            return as(float{});
        case NumberType::float64:
            return as(double{});
    }
}
template void BinaryFile::decode(const std::vector<char>&, NumberType, std::vector<double>&) const;
template void BinaryFile::decode(const std::vector<char>&, NumberType, std::vector<std::uint64_t>&) const;

void BinaryFile::fail(const std::string& reason) const {
    throw FileError(path_, reason);
}

void BinaryFile::fail_at(std::uint64_t offset, const std::string& reason) const {
    fail("byte " + std::to_string(offset) + ": " + reason);
}

BinaryWriter::BinaryWriter(const std::filesystem::path& file, bool swapped)
    : temporary_(file), file_(std::fopen(temporary_.path().c_str(), "wbe")), swapped_(swapped) {
    if (!file_) temporary_.fail(std::strerror(errno));
    constexpr std::size_t block = 256 * 1024;
    std::setvbuf(file_.get(), nullptr, _IOFBF, block);
}

void BinaryWriter::bytes(const void* data, std::size_t size) {
    if (size > 0 && std::fwrite(data, size, 1, file_.get()) != 1) temporary_.fail(std::strerror(errno));
}

void BinaryWriter::commit() {
    // The last bytes are written here; a full disk may be detected only now.
    if (std::fclose(file_.release()) != 0) temporary_.fail(std::strerror(errno));
    temporary_.finish();
}

}  // namespace milkomeda
