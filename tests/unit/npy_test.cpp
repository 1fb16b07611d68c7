#include "data/field/npy.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace milkomeda;

TEST_CASE("a NumPy file has an aligned header, and its numbers are in row-major order") {
    const std::filesystem::path file = std::filesystem::temp_directory_path() / "milkomeda-npy-test.npy";
    const std::vector<float> numbers{1, 2, 3, 4, 5, -6.5f};
    const std::vector<std::size_t> sizes{1, 2, 3};
    write_npy(file, numbers, sizes);
    std::ifstream in{file, std::ios::binary};
    const std::string bytes{std::istreambuf_iterator<char>{in}, {}};
    std::filesystem::remove(file);

    CHECK(bytes.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t length = static_cast<std::uint8_t>(bytes[8]) + 256u * static_cast<std::uint8_t>(bytes[9]);
    CHECK((10 + length) % 64 == 0);
    const std::string header = bytes.substr(10, length);
    CHECK(header.starts_with("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2, 3, ), }"));
    CHECK(header.back() == '\n');
    REQUIRE(bytes.size() == 10 + length + numbers.size() * sizeof(float));
    std::vector<float> read(numbers.size());
    std::memcpy(read.data(), bytes.data() + 10 + length, read.size() * sizeof(float));
    CHECK(read == numbers);
}
