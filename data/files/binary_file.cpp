#include "data/files/binary_file.hpp"

#include <array>
#include <cerrno>
#include <memory>
#include <type_traits>

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
void BinaryFile::read_as(NumberType type, std::uint64_t offset, std::vector<Target>& numbers) const {
    const auto read_kind = [&](auto kind) {
        using Kind = decltype(kind);
        if constexpr (std::is_same_v<Kind, Target>) {
            read(offset, numbers.data(), numbers.size() * sizeof(Target));
            for (std::size_t i = 0; swapped_ && i < numbers.size(); ++i) numbers[i] = in_other_byte_order(numbers[i]);
        } else {
            const auto block = std::make_unique_for_overwrite<Kind[]>(numbers.size());
            read(offset, block.get(), numbers.size() * sizeof(Kind));
            for (std::size_t i = 0; i < numbers.size(); ++i)
                numbers[i] = static_cast<Target>(swapped_ ? in_other_byte_order(block[i]) : block[i]);
        }
    };
    switch (type) {
        case NumberType::int32:
            return read_kind(std::int32_t{});
        case NumberType::uint32:
            return read_kind(std::uint32_t{});
        case NumberType::int64:
            return read_kind(std::int64_t{});
        case NumberType::uint64:
            return read_kind(std::uint64_t{});
        case NumberType::float32:
            return read_kind(float{});
        case NumberType::float64:
            return read_kind(double{});
    }
}
template void BinaryFile::read_as(NumberType, std::uint64_t, std::vector<double>&) const;
template void BinaryFile::read_as(NumberType, std::uint64_t, std::vector<std::uint64_t>&) const;

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
