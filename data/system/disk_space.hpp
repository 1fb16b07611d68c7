// Free disk space, and checks whether folders are writable.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace milkomeda {

// Returns the number of bytes that this user can still write to the disk of `folder`. On failure returns an
// empty optional, and errno holds the reason.
std::optional<std::uint64_t> free_bytes_on_disk(const std::filesystem::path& folder);

// Returns the number of bytes by which an open file can grow until the disk is full or the file size limit
// (ulimit -f) is reached. Returns the largest representable number if the limit is unknown.
std::uint64_t bytes_to_grow(int descriptor);

// Returns the reason why no file can be created in `folder`, or an empty string if a file can be created.
std::string why_no_new_file(const std::filesystem::path& folder);

// Creates a folder that only this user can access. Returns false on failure, and if a folder of this name exists that
// belongs to another user or is accessible to other users.
bool make_private_folder(const std::filesystem::path& folder);

}  // namespace milkomeda
