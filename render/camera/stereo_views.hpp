// The views of a picture: one, or one for each of two eyes.
#pragma once

#include <vector>

#include "render/camera/projection.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// A view, and where it stands in the picture.
struct StereoView {
    View view;
    glm::ivec2 corner{0};  // pixels from the lower left; the size is the view's
};

// The views of a picture of this size. Maps of the sky are the same for both eyes. The mode density, whose
// colours stand for numbers, is one view where two would differ by colour.
std::vector<StereoView> stereo_views(const Camera& camera, const Look& look, int width, int height);

}  // namespace milkomeda
