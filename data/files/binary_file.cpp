#include "data/files/binary_file.hpp"

#include <array>
#include <cerrno>

#include "data/system/file_error.hpp"

namespace milkomeda {

std::size_t size_of(NumberType type) {
    constexpr std::array<std::size_t, 6> sizes{4, 4, 8, 8, 4, 8};
    return sizes[static_cast<std::size_t>(type)];
}

BinaryFile::BinaryFile(const std::filesystem::path& file) : path_(file), file_(open_for_reading(file)) {
    const auto status = status_of(file_);
    if (!status) fail(std::string("cannot be opened: ") + std::strerror(errno));
    size_ = status->bytes;
}

void BinaryFile::read(std::uint64_t offset, void* to, std::size_t bytes) const {
    std::size_t count = 0;
    try {
        count = read_at(file_, offset, to, bytes);
    } catch (const std::runtime_error& error) {
        fail(std::string("cannot be read: ") + error.what());
    }
    if (count < bytes) fail_at(offset + count, "the file ends within the data: it is incomplete or damaged");
}

void BinaryFile::read_nearby(std::uint64_t offset, void* to, std::size_t bytes) const {
    const auto is_near = [&] { return offset >= near_begin_ && offset + bytes <= near_begin_ + near_.size(); };
    if (!is_near() && offset < size_) {
        constexpr std::uint64_t block = 4096;
        near_.resize(std::min(block, size_ - offset));
        read(near_begin_ = offset, near_.data(), near_.size());
    }
    if (!is_near()) fail_at(size_, "the file ends within the data: it is incomplete or damaged");
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

void BinaryFile::fail(const std::string& reason) const { throw FileError(path_, reason); }

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
    // fclose() writes the last bytes, so it can be the first call that detects a full disk.
    if (std::fclose(file_.release()) != 0) temporary_.fail(std::strerror(errno));
    temporary_.finish();
}

}  // namespace milkomeda
