// Detection of file names that refer to open files: /dev/fd/3, links to /dev/fd/3, and other paths into
// descriptor folders of /proc.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace milkomeda {

// Returns true if the name refers to an open descriptor of this or another process.
bool is_name_of_open(const std::filesystem::path& file);

// Returns the descriptor to which the name refers, if it belongs to this process.
std::optional<int> own_descriptor(const std::filesystem::path& file);

// Returns a list that contains own_descriptor(file) if there is one, for a child process that opens the file.
std::vector<int> own_descriptors(const std::filesystem::path& file);

}  // namespace milkomeda
