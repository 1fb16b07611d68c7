// Arrays in NumPy's file format, for numpy.load(file).
#pragma once

#include <filesystem>
#include <span>

namespace milkomeda {

// Writes format version 1.0 with 32-bit floats in C order: the last index varies fastest. Throws FileError.
void write_npy(const std::filesystem::path& path, std::span<const float> numbers, std::span<const std::size_t> sizes);

}  // namespace milkomeda
