// The entries of a folder in the file dialog: sorted, and without files that the program cannot read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"

namespace milkomeda {

enum class FileOrder { name, newest, largest };
template <>
inline constexpr std::array<std::string_view, 3> names<FileOrder>{"by name", "newest first", "largest first"};

struct FolderEntry {
    std::string name;
    bool is_folder = false;
    std::uintmax_t bytes = 0;                      // size of a file in bytes
    std::filesystem::file_time_type changed = {};  // time of the last change; the default value if unknown
};

struct FolderListing {
    // folders, then files; ".." is the first entry, except in the root folder
    std::vector<FolderEntry> entries;
    // error message of one line if the folder cannot be read; otherwise empty
    std::string trouble;
};

// Returns true if the extension, or a number as in snap_017, suggests that `name` is a particle file or scene file.
bool looks_readable(std::string_view name);

// Lists a folder. If `all` is true, includes hidden files and files that the program probably cannot read.
// If `extensions` is not empty, lists files with these extensions instead of files that look readable.
FolderListing list_folder(const std::filesystem::path& folder, bool all, FileOrder order,
                          std::span<const std::string_view> extensions = {});

// Returns the path that the typed text names. The text may be an absolute path, a path in the home folder ("~/runs"),
// or a path relative to `folder`.
std::filesystem::path path_typed(const std::filesystem::path& folder, std::string_view typed);

// Returns the typed text, completed with the letters that all matching names share, and with "/" if the only
// matching name is a folder.
std::string completed(const std::filesystem::path& folder, std::string_view typed, bool all,
                      std::span<const std::string_view> extensions = {});

// Returns the index of the first entry whose name begins with the typed text, ignoring case. Returns the
// number of entries if no name matches.
std::size_t first_match(const std::vector<FolderEntry>& entries, std::string_view typed);

}  // namespace milkomeda
