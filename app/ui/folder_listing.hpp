// What a folder holds, for people who look for a file: sorted, and without what they cannot use.
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
    std::uintmax_t bytes = 0;                      // of a file
    std::filesystem::file_time_type changed = {};  // where that is known
};

struct FolderListing {
    std::vector<FolderEntry> entries;  // folders first; ".." before all, but in the root
    std::string trouble;               // why there are none, in one line; mostly empty
};

// Does a file of this name hold particles or a scene, as far as the name tells?
bool looks_readable(std::string_view name);

// With `all`, also files that look as if Milkomeda did not read them, and hidden ones.
FolderListing list_folder(const std::filesystem::path& folder, bool all, FileOrder order);

// The path that is meant by what is typed in a folder: absolute, in the home ("~/runs"), or in that folder.
std::filesystem::path path_typed(const std::filesystem::path& folder, std::string_view typed);

// What is typed, longer by what all names that begin so share; with a / behind the name of the only one, if
// that is a folder.
std::string completed(const std::filesystem::path& folder, std::string_view typed, bool all);

// The first entry whose name begins so, whatever the size of letters; the number of entries if there is none.
std::size_t first_match(const std::vector<FolderEntry>& entries, std::string_view typed);

}  // namespace milkomeda
