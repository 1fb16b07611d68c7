// The views of a picture: a single view, or a view for each eye.
#pragma once

#include <vector>

#include "render/camera/projection.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// A view and its place in the picture.
struct StereoView {
    View view;
    glm::ivec2 corner{0};  // offset from the lower left in pixels; view.width and view.height give the size
};

// Returns the views of a picture of `width` x `height` pixels. Maps of the sky are equal for both eyes. Draw
// mode density has a single view in anaglyph pictures, because its colors stand for numbers.
std::vector<StereoView> stereo_views(const Camera& camera, const Look& look, int width, int height);

}  // namespace milkomeda
