// Detection of names that refer to open files: /dev/fd/3, links to it, and other paths into descriptor
// folders of /proc.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace milkomeda {

// Returns true if the name refers to an open descriptor of any process.
bool is_name_of_open(const std::filesystem::path& file);

// Returns the descriptor if it belongs to this process.
std::optional<int> own_descriptor(const std::filesystem::path& file);

// Returns the descriptor as a list of at most one, to be passed to a child that opens the file.
std::vector<int> own_descriptors(const std::filesystem::path& file);

}  // namespace milkomeda
