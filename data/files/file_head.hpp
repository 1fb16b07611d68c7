// The beginning of a file, by which its format is recognised.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace milkomeda {

struct FileHead {
    std::string bytes;       // up to 4096, as they stand in the file
    std::string text;        // the same, unpacked if the file is gzip; more, where all of that is comments
    bool packed = false;     // it is gzip
    std::uint64_t size = 0;  // bytes in the whole file
};

// Throws FileError: missing, a folder, empty.
FileHead head_of(const std::filesystem::path& file);

}  // namespace milkomeda
