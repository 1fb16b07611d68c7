// The slice through the potential as people choose it: what a film keeps of it, and a scene.
#pragma once

#include <glm/glm.hpp>
#include <nlohmann/json_fwd.hpp>

namespace milkomeda {

struct PlaneChoice {
    glm::vec3 anchor{0};       // the slice is as far from here as `height` says, along its normal
    float height = 0;          // model units
    float tilt = 0, turn = 0;  // degrees: of the normal from z, and about z
    float edge = 40;           // of the square

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

// To the last bit. What is missing is as it is by default; throws nlohmann::json::exception for values of
// another type.
nlohmann::ordered_json to_json(const SliceChoice& slice);
SliceChoice slice_from(const nlohmann::ordered_json& json);

}  // namespace milkomeda
