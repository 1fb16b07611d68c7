// Settings of the slice through the potential, as video scripts and scene files store them.
#pragma once

#include <glm/glm.hpp>
#include <nlohmann/json_fwd.hpp>

namespace milkomeda {

struct PlaneChoice {
    glm::vec3 anchor{0};       // reference point; the center of the square is `anchor` + `height` * normal
    float height = 0;          // distance of the slice from the anchor in model units
    float tilt = 0, turn = 0;  // degrees: angle between the normal and z, and rotation of the normal about z
    float edge = 40;           // edge length of the square, model units

    bool operator==(const PlaneChoice&) const = default;
};

struct SliceChoice {
    PlaneChoice plane;
    float opacity = 0.7f;
    bool arrows = false, lines = true;

    bool operator==(const SliceChoice&) const = default;
};

glm::vec3 normal_of(const PlaneChoice& plane);
glm::vec3 center_of(const PlaneChoice& plane);

// Convert a slice without rounding. slice_from() gives missing keys their defaults, and throws
// nlohmann::json::exception for values of a wrong type.
nlohmann::ordered_json to_json(const SliceChoice& slice);
SliceChoice slice_from(const nlohmann::ordered_json& json);

}  // namespace milkomeda
