// A picture of the potential in a plane: colors for deep to shallow potential, and equipotential lines.
#pragma once

#include "data/field/contours.hpp"
#include "render/gl/image.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// Returns the picture. A field with few points is enlarged by an integer factor with linear interpolation.
// The first row of the field is the lowest row of the picture.
Image plane_picture(const HeightField& potential, ColorMap colors);

}  // namespace milkomeda
