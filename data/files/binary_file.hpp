// Binary files in either byte order: block-wise reading of number arrays, and atomic writing.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/system/atomic_file.hpp"
#include "data/system/descriptor.hpp"

namespace milkomeda {

enum class NumberType { int32, uint32, int64, uint64, float32, float64 };
std::size_t size_of(NumberType type);

template <typename Number>
Number in_other_byte_order(Number number) {
    char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    for (std::size_t i = 0; i < sizeof number / 2; ++i) std::swap(bytes[i], bytes[sizeof number - 1 - i]);
    std::memcpy(&number, bytes, sizeof number);
    return number;
}

// Describes an array of numbers in a file, with `width` numbers per row.
struct NumberArray {
    std::uint64_t offset = 0;  // offset in bytes from the beginning of the file
    std::size_t rows = 0, width = 1;
    NumberType type = NumberType::float32;

    std::uint64_t bytes() const { return std::uint64_t{rows} * width * size_of(type); }
};

// Random-access reader for binary files. Throws FileError if the file cannot be opened or ends too early.
class BinaryFile {
  public:
    explicit BinaryFile(const std::filesystem::path& file);

    const std::filesystem::path& path() const { return path_; }
    std::uint64_t size() const { return size_; }
    void set_swapped(bool swapped) { swapped_ = swapped; }
    bool is_big_endian() const { return swapped_ == (std::endian::native == std::endian::little); }

    void read(std::uint64_t offset, void* to, std::size_t bytes) const;
    template <typename Number>
    Number number(std::uint64_t offset) const {
        Number value;
        read_nearby(offset, &value, sizeof value);
        return swapped_ ? in_other_byte_order(value) : value;
    }
    // Calls take(row, numbers) for every row; `numbers` points to the row's numbers. Target must be double,
    // or std::uint64_t for arrays of integers.
    template <typename Target, typename Take>
    void read_rows(const NumberArray& array, Take take) const {
        constexpr std::size_t rows_at_once = 4096;
        std::vector<Target> numbers;
        for (std::size_t row = 0; row < array.rows;) {
            const std::size_t end = std::min(row + rows_at_once, array.rows);
            read_numbers(array, row, end, numbers);
            for (const Target* at = numbers.data(); row < end; at += array.width) take(row++, at);
        }
    }
    // Reads the rows of an array from `begin` to `end`. Target must be one of the types that read_rows() allows.
    template <typename Target>
    void read_numbers(const NumberArray& array, std::size_t begin, std::size_t end,
                      std::vector<Target>& numbers) const {
        const std::uint64_t bytes_per_row = array.width * size_of(array.type);
        numbers.resize((end - begin) * array.width);
        read_as(array.type, array.offset + begin * bytes_per_row, numbers);
    }

    // throws FileError with the message "file: reason"
    [[noreturn]] void fail(const std::string& reason) const;
    // throws FileError with the message "file: byte N: reason"
    [[noreturn]] void fail_at(std::uint64_t offset, const std::string& reason) const;

  private:
    // Reads bytes through a buffer, which is faster than read() for small values close to each other.
    void read_nearby(std::uint64_t offset, void* to, std::size_t bytes) const;
    // Fills `numbers` with numbers of this type from the file.
    template <typename Target>
    void read_as(NumberType type, std::uint64_t offset, std::vector<Target>& numbers) const;

    std::filesystem::path path_;
    Descriptor file_;
    std::uint64_t size_ = 0;
    bool swapped_ = false;
    mutable std::vector<char> near_;  // buffer with the file's content from offset near_begin_ on
    mutable std::uint64_t near_begin_ = 0;
};

// Atomic writer for binary files. Throws FileError if the file cannot be opened or the disk is full.
class BinaryWriter {
  public:
    BinaryWriter(const std::filesystem::path& file, bool swapped = false);

    void bytes(const void* data, std::size_t size);
    void text(std::string_view characters) { bytes(characters.data(), characters.size()); }
    template <typename Number>
    void number(Number value) {
        if (swapped_) value = in_other_byte_order(value);
        bytes(&value, sizeof value);
    }
    // Completes the file and moves it from its temporary name to its final name.
    void commit();

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    AtomicFile temporary_;  // declared before file_, so that it is destroyed after file_ is closed
    std::unique_ptr<std::FILE, Close> file_;
    bool swapped_;
};

}  // namespace milkomeda
