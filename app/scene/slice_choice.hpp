// Settings of the slice through the potential, as video scripts and scene files store them.
#pragma once

#include <cmath>
#include <glm/glm.hpp>

namespace milkomeda {

// The square of the slice. Lengths are in model units.
struct PlaneChoice {
    glm::vec3 anchor{0};       // center of the square if `height` is 0
    float height = 0;          // distance of the square's center from the anchor, along the normal
    float tilt = 0, turn = 0;  // degrees: angle between the normal and z, and rotation of the normal about z
    float edge = 40;           // edge length of the square

    bool operator==(const PlaneChoice&) const = default;
};

struct SliceChoice {
    PlaneChoice plane;
    float opacity = 0.7f;
    bool arrows = false, lines = true;

    bool operator==(const SliceChoice&) const = default;
};

inline glm::vec3 normal_of(const PlaneChoice& plane) {
    const float tilt = glm::radians(plane.tilt), turn = glm::radians(plane.turn);
    return {std::sin(tilt) * std::cos(turn), std::sin(tilt) * std::sin(turn), std::cos(tilt)};
}

inline glm::vec3 center_of(const PlaneChoice& plane) { return plane.anchor + plane.height * normal_of(plane); }

}  // namespace milkomeda
