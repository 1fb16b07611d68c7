// Names of what is open already: /dev/fd/3, links to it, and all other ways into the folders of descriptors
// that /proc has.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace milkomeda {

// Whether this is what some process has open.
bool is_name_of_open(const std::filesystem::path& file);

// The descriptor, where that process is this one.
std::optional<int> own_descriptor(const std::filesystem::path& file);

// The same as a list, for a process that is to open the file in its turn.
std::vector<int> own_descriptors(const std::filesystem::path& file);

}  // namespace milkomeda
