#include "data/field/npy.hpp"

#include <bit>
#include <string>

#include "data/files/binary_file.hpp"

namespace milkomeda {

// File format of NumPy's NEP 1: magic bytes, version, header length, and the header as a Python dictionary.
// The header is padded so that the numbers begin at a multiple of 64 bytes.
void write_npy(const std::filesystem::path& path, std::span<const float> numbers, std::span<const std::size_t> sizes) {
    constexpr std::string_view magic = "\x93NUMPY";
    constexpr std::size_t before_header = 10, alignment = 64;
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
    for (const std::size_t size : sizes) header += std::to_string(size) + ", ";
    header += "), }";
    header.append(alignment - 1 - (before_header + header.size()) % alignment, ' ');
    header += '\n';

    BinaryWriter file{path, std::endian::native == std::endian::big};
    file.text(magic);
    file.number(std::uint8_t{1});
    file.number(std::uint8_t{0});
    file.number(static_cast<std::uint16_t>(header.size()));
    file.text(header);
    if constexpr (std::endian::native == std::endian::little)
        file.bytes(numbers.data(), numbers.size_bytes());
    else
        for (const float number : numbers) file.number(number);
    file.commit();
}

}  // namespace milkomeda
