// Pictures as PNG files that appear under their name when they are complete.
#pragma once

#include <filesystem>
#include <string>

#include "data/system/atomic_file.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

// Adds a comment unless it is empty (video_comment.hpp). Returns the name of the file, which differs from
// `file` if that was taken and `existing` is Existing::kept. Throws std::runtime_error with one line that
// names the file and the reason.
std::filesystem::path write_picture(const std::filesystem::path& file, const Image& picture,
                                    const std::string& comment = {}, Existing existing = Existing::replaced);
// Returns false and writes nothing if a file with that name exists.
bool write_picture_if_free(const std::filesystem::path& file, const Image& picture);

}  // namespace milkomeda
