// The entries of a folder for the file dialog: sorted, without files that the program cannot read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"
#include "data/text/size_text.hpp"

namespace milkomeda {

enum class FileOrder { name, newest, largest };
template <>
inline constexpr std::array<std::string_view, 3> names<FileOrder>{"by name", "newest first", "largest first"};

struct FolderEntry {
    std::string name;
    bool is_folder = false;
    std::uintmax_t bytes = 0;                      // size of a file
    std::filesystem::file_time_type changed = {};  // time of the last change; zero if unknown
};

struct FolderListing {
    // folders first; ".." comes before all others, except in the root folder
    std::vector<FolderEntry> entries;
    // error message in one line if the folder cannot be read; usually empty
    std::string trouble;
};

// Returns true if the name suggests that the file holds particles or a scene.
bool looks_readable(std::string_view name);

// With `all`, the list includes hidden files and files that the program probably cannot read.
FolderListing list_folder(const std::filesystem::path& folder, bool all, FileOrder order);

// Returns the path that the typed text means: an absolute path, a path in the home folder ("~/runs"), or a
// path in `folder`.
std::filesystem::path path_typed(const std::filesystem::path& folder, std::string_view typed);

// Returns the typed text, extended by the letters that all matching names share. If only one name matches and
// it is a folder, "/" follows.
std::string completed(const std::filesystem::path& folder, std::string_view typed, bool all);

// Returns the index of the first entry whose name begins with the typed text, ignoring case; the number of
// entries if no name matches.
std::size_t first_match(const std::vector<FolderEntry>& entries, std::string_view typed);

}  // namespace milkomeda
