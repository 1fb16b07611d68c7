// Pictures as files that stand under their name when they are whole.
#pragma once

#include <filesystem>
#include <string>

#include "render/gl/image.hpp"

namespace milkomeda {

// With a comment, if it is not empty (film_comment.hpp). Throws std::runtime_error with one line that says
// which file and why.
void write_picture(const std::filesystem::path& file, const Image& picture, const std::string& comment = {});
// False, and nothing is written, where something has that name.
bool write_picture_if_free(const std::filesystem::path& file, const Image& picture);

}  // namespace milkomeda
