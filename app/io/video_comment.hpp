// What films and pictures say of themselves, so that they can be made again: one line of text in each of
// their formats.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace milkomeda {

inline constexpr std::size_t longest_comment = 64 << 20;  // of more frames than anybody films

// Into the open file of a whole PNG, APNG (a chunk iTXt, "Comment") or GIF (a comment extension), which
// grows. Throws std::runtime_error: it is none of these, the disk is full.
void add_comment(int file, const std::string& comment);

// Whether this is what this program says of a film, and no text of somebody else's.
bool is_comment(const std::string& text);

// Of any film or picture that this program writes; a text file stands for its own. Empty where a file has
// none. Throws FileError: no such file; std::runtime_error: ffmpeg is wanted for it, and is not installed.
std::optional<std::string> comment_of(const std::filesystem::path& file);

}  // namespace milkomeda
