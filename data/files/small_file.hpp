// Files that are read and written as a whole: scenes and settings. Pipes and devices are rejected, because reading from
// a pipe could block.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace milkomeda {

// Returns the content of the file, or an empty optional if the file does not exist. Throws FileError if the
// file is not a regular file, is larger than `most_bytes` (a multiple of 1 MiB), or cannot be read.
std::optional<std::string> read_small_file(const std::filesystem::path& file,
                                           std::size_t most_bytes = std::size_t{16} << 20);

// Writes the file atomically: at any time the file has either the old or the new content. Throws FileError.
void write_small_file(const std::filesystem::path& file, std::string_view content);

}  // namespace milkomeda
