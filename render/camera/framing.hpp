// Choice of target and distance so that given bodies fill the picture.
#pragma once

#include <vector>

#include "render/camera/camera.hpp"

namespace milkomeda {

// Returns `camera` aimed at the mean of `points` (at least one point) and far enough to show nearly all of
// them; its direction stays. Single stragglers are ignored, so that they do not shrink the rest.
Camera framed(Camera camera, std::vector<glm::vec3> points);

// The part of the picture that no panel covers: its half width and half height at distance 1 from the camera.
struct FreeView {
    float half_width = 1, half_height = 1;

    bool operator==(const FreeView&) const = default;
};

// Returns `camera` with its direction, at the smallest distance at which nearly all `points` (at least one
// point) fit into the free part of the picture.
Camera framed_in(Camera camera, std::vector<glm::vec3> points, const FreeView& free);

// Does the work of framed_in(), and rolls the camera about its line of sight if the points then fit at least
// 5 % better.
Camera composed(Camera camera, std::vector<glm::vec3> points, const FreeView& free);

}  // namespace milkomeda
