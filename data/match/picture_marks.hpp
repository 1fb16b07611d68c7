// The galaxies, stars and parity that a user has marked in a picture, and their keys in .pair files.
#pragma once

#include "data/match/gray_picture.hpp"
#include "data/match/pair_files.hpp"

namespace milkomeda {

struct PictureMarks {
    ObservedPair pair;  // has the size of the picture
    PictureMask mask = {};
    bool is_mirrored = false;
};

// Returns the marks of a picture. A pair without the keys maskBackground and maskCircles gets the first guess of a
// mask. Throws FileError if a value is wrong, and std::invalid_argument if the picture has another shape than the pair.
PictureMarks marks_of(const PairFiles& files, const GrayPicture& picture);

// Sets the keys of the pair, and the keys pictureMirrored, maskBackground and maskCircles. `described_size`: size of
// the picture to which the pixels in the files belong.
void set_marks(PairFiles& files, const PictureMarks& marks, glm::dvec2 described_size);

}  // namespace milkomeda
