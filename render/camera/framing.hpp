// A camera that has bodies nicely in view.
#pragma once

#include <vector>

#include "render/camera/camera.hpp"

namespace milkomeda {

// The camera turned to the middle of the points (at least one), from its direction and so far away that
// nearly all are in view: single stragglers must not make the rest small.
Camera framed(Camera camera, std::vector<glm::vec3> points);

// The part of the picture that is free of panels: half its width and height, at a distance of one.
struct FreeView {
    float half_width = 1, half_height = 1;

    bool operator==(const FreeView&) const = default;
};

// Likewise from its direction, but as near as nearly all of the points (at least one) just fit into that
// part.
Camera framed_in(Camera camera, std::vector<glm::vec3> points, const FreeView& free);

// The same, and rolled about its line of sight where they fit much better then.
Camera composed(Camera camera, std::vector<glm::vec3> points, const FreeView& free);

}  // namespace milkomeda
