// Views that make up a picture: a single view, or a view for each eye.
#pragma once

#include <vector>

#include "render/camera/projection.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// A view and its position in the picture.
struct StereoView {
    View view;
    // offset from the picture's lower left corner in pixels; view.width and view.height give the size
    glm::ivec2 corner{0};
};

// Returns the views of a picture of `width` x `height` pixels. Sky maps are equal for both eyes. Anaglyph pictures in
// draw mode density have a single view, because the colors of this draw mode represent numbers.
std::vector<StereoView> stereo_views(const Camera& camera, const Look& look, int width, int height);

}  // namespace milkomeda
