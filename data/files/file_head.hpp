// First bytes of a file, by which the program detects the format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace milkomeda {

struct FileHead {
    std::string bytes;  // up to 4096 raw bytes of the file
    // beginning of the file's text, decompressed and as UTF-8; up to 4096 bytes, or more if the first 4096 bytes
    // consist of comments
    std::string text;
    bool packed = false;     // true if the file is compressed by gzip or Zstandard
    std::uint64_t size = 0;  // size of the whole file in bytes, without decompression
};

// Reads the first bytes of a file. Throws FileError if the file is missing, a folder or empty.
FileHead head_of(const std::filesystem::path& file);

}  // namespace milkomeda
