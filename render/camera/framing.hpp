// Selection of a camera target and distance at which given bodies fill the picture.
#pragma once

#include <span>
#include <vector>

#include "render/camera/camera.hpp"

namespace milkomeda {

// Returns `camera` aimed at the mean of `points` (at least one point), far enough away to show nearly all
// points, with unchanged direction. Points far outside are ignored, because a view that included these points would
// show all other points very small.
Camera framed(Camera camera, std::vector<glm::vec3> points);

// The part of the picture that no panel covers: half width and half height at distance 1 from the camera.
struct FreeView {
    float half_width = 1, half_height = 1;

    bool operator==(const FreeView&) const = default;
};

// Returns `camera` with unchanged direction, at the smallest distance at which nearly all `points` (at least
// one point) and all points of `always` are in the free part of the picture.
Camera framed_in(Camera camera, std::vector<glm::vec3> points, const FreeView& free,
                 std::span<const glm::vec3> always = {});

// Returns the smallest distance from its target at which `camera` has all `points` in the free part of the picture.
float distance_to_show(const Camera& camera, std::span<const glm::vec3> points, const FreeView& free);

// Returns points on the circle around `center` with this radius that faces `camera`. A camera that shows these points
// shows the sphere around `center`.
std::vector<glm::vec3> circle_facing(const Camera& camera, const glm::vec3& center, float radius);

// Returns the result of framed_in(), rolled about the camera's line of sight if a roll reduces the camera
// distance by at least 5 %.
Camera composed(Camera camera, std::vector<glm::vec3> points, const FreeView& free);

}  // namespace milkomeda
