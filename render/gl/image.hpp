// An image in memory, and as a PNG file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace milkomeda {

struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;  // 4 bytes a pixel, the top row first
};

// An encoder of PNG files counts their bytes in 32 bits.
inline constexpr std::int64_t most_pixels = std::int64_t{1} << 28;

// Throws std::runtime_error with one line that says which file and why.
void write_png(const std::filesystem::path& path, const Image& image);

}  // namespace milkomeda
