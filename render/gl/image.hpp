// An image in memory, and PNG files with comments.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace milkomeda {

struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;  // four bytes per pixel, top row first
};

// Largest number of pixels that write_png() accepts, so that the bytes of an image can be counted in 32 bits.
inline constexpr std::int64_t most_pixels = std::int64_t{1} << 28;

// Largest size of a comment in bytes; far more than the frames of any video need.
inline constexpr std::size_t longest_comment = std::size_t{64} << 20;

// Writes a PNG file, with a comment unless it is empty (text chunk iTXt with the keyword "Comment"). Throws
// std::runtime_error with a line that names the file and the reason.
void write_png(const std::filesystem::path& path, const Image& image, const std::string& comment = {});

// Adds a comment to a complete PNG or APNG file that is open for reading and writing. Throws
// std::runtime_error with the system's reason.
void add_png_comment(int descriptor, const std::string& comment);

// Returns true if the open file begins like a PNG file.
bool is_png(int descriptor);

// Returns the comment of an open PNG or APNG file; an empty optional if it has no comment or is damaged.
// Throws std::length_error if the comment is longer than `longest_comment`.
std::optional<std::string> comment_of_png(int descriptor);

}  // namespace milkomeda
