// Free space on disks, and folders that can be written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace milkomeda {

// Bytes that this user can still write on the disk of `folder`. Returns an empty optional on failure; errno
// then holds the reason.
std::optional<std::uint64_t> free_bytes_on_disk(const std::filesystem::path& folder);

// Bytes by which an open file can still grow until the disk is full or the size limit of files (ulimit -f) is
// reached. Returns the largest number if the system does not know.
std::uint64_t bytes_to_grow(int descriptor);

// Returns why no file can be made in `folder`, empty if a file can be made.
std::string why_no_new_file(const std::filesystem::path& folder);

// Makes a folder that only this user can access. Returns false if that fails or if the folder exists and
// belongs to another user or is open to other users.
bool make_private_folder(const std::filesystem::path& folder);

}  // namespace milkomeda
