// First bytes of a file, by which the program detects the format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace milkomeda {

struct FileHead {
    std::string bytes;  // up to 4096 raw bytes of the file
    // decompressed bytes of a gzip file, otherwise the bytes of the file; more than 4096 bytes if the first 4096 are
    // comments only
    std::string text;
    bool packed = false;     // true if the file is compressed by gzip
    std::uint64_t size = 0;  // size of the whole file in bytes, without decompression
};

// Reads the first bytes of a file. Throws FileError if the file is missing, a folder or empty.
FileHead head_of(const std::filesystem::path& file);

}  // namespace milkomeda
