// Pictures as files that stand under their name when they are whole.
#pragma once

#include <filesystem>

#include "render/gl/image.hpp"

namespace milkomeda {

// Throws std::runtime_error with one line that says which file and why.
void write_picture(const std::filesystem::path& file, const Image& picture);

}  // namespace milkomeda
