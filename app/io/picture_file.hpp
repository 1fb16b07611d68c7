// Writes pictures as PNG files. Files appear under their final name only when they are complete.
#pragma once

#include <filesystem>
#include <string>

#include "data/system/atomic_file.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

// Writes a picture with a comment (video_comment.hpp), which may be empty. Returns the name of the new file. If
// `existing` is Existing::kept and `file` exists, the new file gets an unused name. Throws std::runtime_error with a
// one-line message that names the file and the reason.
std::filesystem::path write_picture(const std::filesystem::path& file, const Image& picture,
                                    const std::string& comment = {}, Existing existing = Existing::replaced);
// Writes a picture if no file with this name exists. Returns true if the picture was written.
bool write_picture_if_free(const std::filesystem::path& file, const Image& picture);

}  // namespace milkomeda
