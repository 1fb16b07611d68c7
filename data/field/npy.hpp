// Arrays of numbers as NumPy keeps them: numpy.load(file).
#pragma once

#include <filesystem>
#include <span>

namespace milkomeda {

// Version 1.0, in 32 bits, in the order of C: the last of the sizes runs fastest. Throws FileError.
void write_npy(const std::filesystem::path& path, std::span<const float> numbers,
               std::span<const std::size_t> sizes);

}  // namespace milkomeda
