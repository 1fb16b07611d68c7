// Refines the picture at rest: after a short time without changes, the picture is drawn several times in full quality,
// with the camera shifted by fractions of a pixel, and the mean of these drawings is shown.
#pragma once

#include <optional>
#include <vector>

#include "app/scene/quality_controller.hpp"
#include "render/camera/camera.hpp"
#include "render/hdr/hdr_pipeline.hpp"
#include "render/look/look.hpp"
#include "render/look/particle_group.hpp"

namespace milkomeda {

// Everything on which the picture of the bodies depends.
struct PictureInputs {
    Camera camera;
    Look look;
    glm::ivec2 pixels{0};
    double time = 0, time_offset = 0;
    std::vector<ShownBodies> shown;  // drawn bodies of each component
    QualityController::Requests quality;
    long row_changes = 0;  // Moment::row_changes

    bool operator==(const PictureInputs&) const = default;
};

// Returns the shift of the camera for drawing number `drawing`, in pixels: at most half a pixel, evenly distributed
// (Halton 1960, Numer. Math. 2, 84). Drawing 0 is not shifted.
glm::vec2 sub_pixel_offset(int drawing);

class StillPicture {
  public:
    // Number of drawings of a refined picture. The edge of a star or disc then has this number of brightness levels.
    static constexpr int drawings = 8;

    // Must be called once per frame; `seconds` is the duration of the previous frame. Returns the refinement of this
    // frame's picture, or an empty optional while the picture changes. The refinement is complete after all drawings,
    // at the earliest when `is_settled` has become true, because exposure and attributes adapt with a delay.
    std::optional<Refinement> next(const PictureInputs& inputs, double seconds, bool is_settled);
    // Returns true if a picture has been begun and needs more drawings.
    bool needs_drawings() const { return has_begun_ && drawn_ < drawings; }

  private:
    // Time in seconds without changes before the first drawing: the duration of the last drawing, clamped to these
    // limits. The wait before slow drawings is long, because a drawing must not delay a motion that only pauses.
    static constexpr double shortest_rest = 0.1, longest_rest = 1;
    // time without changes before the refinement can be complete
    static constexpr double settling_seconds = 1;

    PictureInputs inputs_;
    double still_seconds_ = 0, drawing_seconds_ = 0;
    int drawn_ = 0;  // number of drawings since the last change
    bool has_begun_ = false, is_drawing_ = false, is_complete_ = false;
};

}  // namespace milkomeda
