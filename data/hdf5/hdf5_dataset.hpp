// Data sets of an HDF5 file, which are validated before use and read in parts.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/files/binary_file.hpp"
#include "data/hdf5/hdf5_handle.hpp"

namespace milkomeda {

// number of rows per part; small, so that the buffer of a part needs little memory
constexpr std::size_t rows_at_once = 32 * 1024;

// Returns access properties with a cache in which each compressed chunk is decompressed only once.
Hdf5Handle data_access();

// Returns the number of rows of a data set, or 0 for a data set without rows.
std::size_t rows_in(const Hdf5Handle& data, const std::string& name);

// Throws std::runtime_error if the data set `name` does not consist of `rows` times `width` numbers, or if
// files of `file_size` bytes cannot hold it even with compression.
void require_numbers(const Hdf5Handle& data, const std::string& name, std::size_t rows, std::size_t width,
                     std::uint64_t file_size);

// Throws std::runtime_error that names the compression of the data set if HDF5 has no filter for it.
void require_filters(const Hdf5Handle& data, const std::string& name);

// Opens a data set of the file itself, not through links to other files, and calls require_numbers().
Hdf5Handle open_numbers(hid_t group, const std::string& name, std::size_t rows, std::size_t width,
                        std::uint64_t file_size);

// Place of numbers that a file stores contiguously and without compression. Reading such numbers without HDF5 is
// faster.
struct StoredNumbers {
    std::uint64_t offset;  // in bytes from the beginning of the file
    NumberType type;
    bool is_swapped;  // true if the byte order differs from the byte order of this machine
};
// Returns the place of the numbers of a data set, or an empty optional for numbers that only HDF5 can read.
std::optional<StoredNumbers> stored_numbers(const Hdf5Handle& data, const std::string& name);

// Calls take(numbers) for parts of rows_at_once rows. `memory_type` must be the HDF5 type of Number.
template <typename Number>
void read_parts(const Hdf5Handle& data, const std::string& name, hid_t memory_type, std::size_t rows, std::size_t width,
                const std::function<void(std::span<const Number>)>& take) {
    const std::string what = "read the data set " + name;
    const Hdf5Handle space(H5Dget_space(data), H5Sclose, what);
    const int rank = H5Sget_simple_extent_ndims(space);
    std::vector<Number> numbers;
    for (std::size_t row = 0; row < rows; row += rows_at_once) {
        const std::array<hsize_t, 2> begin{row, 0}, size{std::min(rows_at_once, rows - row), width};
        numbers.resize(size[0] * width);
        // with the rank of the data set, HDF5 copies rows; with another rank, it would copy single numbers
        const Hdf5Handle memory(H5Screate_simple(rank, size.data(), nullptr), H5Sclose, what);
        require_hdf5(H5Sselect_hyperslab(space, H5S_SELECT_SET, begin.data(), nullptr, size.data(), nullptr), what);
        if (H5Dread(data, memory_type, memory, space, H5P_DEFAULT, numbers.data()) < 0) {
            require_filters(data, name);
            fail_in_hdf5(what);
        }
        take(numbers);
    }
}

}  // namespace milkomeda
