// Image in memory, and PNG files with comments.
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
    std::vector<std::uint8_t> rgba;  // pixels of four bytes, top row first
};

// Largest number of pixels that write_png() accepts; the size of such an image in bytes still fits 32 bits.
inline constexpr std::int64_t most_pixels = std::int64_t{1} << 28;

// Largest size of a PNG comment in bytes.
inline constexpr std::size_t longest_comment = std::size_t{64} << 20;

// Writes a PNG file. A non-empty comment is stored as text chunk iTXt with the keyword "Comment". Throws
// std::runtime_error that names the file and the reason.
void write_png(const std::filesystem::path& path, const Image& image, const std::string& comment = {});

// Returns the bytes of a PNG file. Throws std::bad_alloc.
std::string png_bytes(const Image& image);

// Adds a comment to a complete PNG or APNG file that is open for reading and writing. Throws
// std::runtime_error with the operating system's error message.
void add_png_comment(int descriptor, const std::string& comment);

// Returns true if the open file starts with the PNG signature.
bool is_png(int descriptor);

// Returns the comment of an open PNG or APNG file. Returns an empty optional if the file has no comment, ends early, or
// contains an invalid chunk. Throws std::length_error if a text is longer than `longest_comment`.
std::optional<std::string> comment_of_png(int descriptor);

}  // namespace milkomeda
