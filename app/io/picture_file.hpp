// Pictures as files that stand under their name when they are whole.
#pragma once

#include <filesystem>
#include <string>

#include "data/system/atomic_file.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

// With a comment, if it is not empty (film_comment.hpp). Returns the name that it has in the end. Throws
// std::runtime_error with one line that says which file and why.
std::filesystem::path write_picture(const std::filesystem::path& file, const Image& picture,
                                    const std::string& comment = {}, Existing existing = Existing::replaced);
// False, and nothing is written, where something has that name.
bool write_picture_if_free(const std::filesystem::path& file, const Image& picture);

}  // namespace milkomeda
