// An image in memory and its PNG encoding.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace milkomeda {

struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;  // four bytes per pixel, top row first
};

// Largest number of pixels: the PNG encoder counts bytes in 32 bits.
inline constexpr std::int64_t most_pixels = std::int64_t{1} << 28;

// Writes a PNG file. Throws std::runtime_error with a line that names the file and the reason.
void write_png(const std::filesystem::path& path, const Image& image);

}  // namespace milkomeda
