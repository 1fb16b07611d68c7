// A plane of the potential as a picture: colours from deep to shallow, and lines of equal potential.
#pragma once

#include "data/field/contours.hpp"
#include "render/gl/image.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// So large that people see it: small planes are enlarged by a whole factor, and linear in between. The first
// row of the field is the lowest of the picture.
Image plane_picture(const HeightField& potential, ColorMap colors);

}  // namespace milkomeda
