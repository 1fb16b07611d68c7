// Files that are read and written whole: scenes, settings. Nobody waits for a pipe or a device in their
// place.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace milkomeda {

// Empty when there is no such file. Throws FileError: it is no regular file, is larger than `most_bytes`, a
// number of MiB, or cannot be read.
std::optional<std::string> read_small_file(const std::filesystem::path& file,
                                           std::size_t most_bytes = std::size_t{16} << 20);

// The old content or the new stands there, at any time. Throws FileError.
void write_small_file(const std::filesystem::path& file, std::string_view content);

}  // namespace milkomeda
