#include "render/camera/stereo_views.hpp"

namespace milkomeda {
namespace {

// Half-color anaglyph. The left eye sees the luminance of all light (Rec. 709) as red; the right eye sees the green and
// blue light. If the left eye saw only red light, blue galaxies would be visible to one eye only and would flicker.
const glm::mat3 for_left_eye = glm::transpose(glm::mat3{0.2126f, 0.7152f, 0.0722f, 0, 0, 0, 0, 0, 0});
const glm::mat3 for_right_eye{0, 0, 0, 0, 1, 0, 0, 0, 1};

}  // namespace

std::vector<StereoView> stereo_views(const Camera& camera, const Look& look, int width, int height) {
    Camera left = camera, right = camera;
    left.eye = -look.eye_separation / 2;
    right.eye = look.eye_separation / 2;
    if (look.stereo == Stereo::side_by_side && width > 1) {
        const int half = width / 2;
        return {{view_of(left, half, height), {0, 0}}, {view_of(right, half, height), {width - half, 0}}};
    }
    if (look.stereo == Stereo::anaglyph && rendering_of(look.mode) != Rendering::density) {
        std::vector<StereoView> views{{view_of(left, width, height)}, {view_of(right, width, height)}};
        views[0].view.light_for_eye = for_left_eye;
        views[1].view.light_for_eye = for_right_eye;
        return views;
    }
    return {{view_of(camera, width, height)}};
}

}  // namespace milkomeda
