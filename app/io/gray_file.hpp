// Pictures of galaxies from PNG, JPEG and FITS files.
#pragma once

#include <filesystem>

#include "data/match/gray_picture.hpp"

namespace milkomeda {

// Reads the gray values of a picture: the mean of red, green and blue, or gray_picture() of a FITS image. Pixels are
// used as they are stored; a rotation in the metadata of a photo is ignored. Throws FileError with the reason and the
// remedy if the file is missing, is not a picture, has a wrong size, or contains no light.
GrayPicture read_gray_file(const std::filesystem::path& file);

// Returns the gray values of a PNG or JPEG file with this content. `file` is the name for messages. Throws FileError.
GrayPicture decode_gray_picture(const std::filesystem::path& file, const std::string& content);

}  // namespace milkomeda
