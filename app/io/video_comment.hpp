// Comments in videos and pictures: a line of JSON with the command that made the file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace milkomeda {

// Adds the comment to a complete APNG, PNG or GIF file, which must be open for reading and writing. Throws
// std::runtime_error if the file has another format or the disk is full.
void add_comment(int file, const std::string& comment);

// Returns true if the text is a comment that this program wrote.
bool is_comment(const std::string& text);

// Returns the comment of a video or picture, or the content of a text file that begins with "{". Returns an
// empty optional if the file has no comment. Throws FileError if the file cannot be read. Throws
// std::runtime_error if the file is a video for which ffmpeg is needed, and ffmpeg is not installed.
std::optional<std::string> comment_of(const std::filesystem::path& file);

}  // namespace milkomeda
