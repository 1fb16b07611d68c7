// Writes pictures as PNG files. Files appear under their final name only when they are complete.
#pragma once

#include <filesystem>
#include <string>

#include "data/system/atomic_file.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

// Writes a picture with a comment, which may be empty (video_comment.hpp). Returns the name of the file. It
// differs from `file` if that name was taken and `existing` is Existing::kept. Throws std::runtime_error with
// one line that names the file and the reason.
std::filesystem::path write_picture(const std::filesystem::path& file, const Image& picture,
                                    const std::string& comment = {}, Existing existing = Existing::replaced);
// Writes a picture unless a file with that name exists. Returns true if the picture was written.
bool write_picture_if_free(const std::filesystem::path& file, const Image& picture);

}  // namespace milkomeda
