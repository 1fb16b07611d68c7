#include "app/scene/slice_choice.hpp"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace milkomeda {

glm::vec3 normal_of(const PlaneChoice& plane) {
    const float tilt = glm::radians(plane.tilt), turn = glm::radians(plane.turn);
    return {std::sin(tilt) * std::cos(turn), std::sin(tilt) * std::sin(turn), std::cos(tilt)};
}

glm::vec3 center_of(const PlaneChoice& plane) { return plane.anchor + plane.height * normal_of(plane); }

nlohmann::ordered_json to_json(const SliceChoice& slice) {
    const PlaneChoice& plane = slice.plane;
    return {{"anchor", {plane.anchor.x, plane.anchor.y, plane.anchor.z}},
            {"height", plane.height},
            {"tilt", plane.tilt},
            {"turn", plane.turn},
            {"edge", plane.edge},
            {"opacity", slice.opacity},
            {"arrows", slice.arrows},
            {"lines", slice.lines}};
}

SliceChoice slice_from(const nlohmann::ordered_json& json) {
    SliceChoice slice;
    PlaneChoice& plane = slice.plane;
    const auto anchor = json.value("anchor", std::array<float, 3>{});
    plane.anchor = {anchor[0], anchor[1], anchor[2]};
    plane.height = json.value("height", plane.height);
    plane.tilt = json.value("tilt", plane.tilt);
    plane.turn = json.value("turn", plane.turn);
    plane.edge = json.value("edge", plane.edge);
    slice.opacity = json.value("opacity", slice.opacity);
    slice.arrows = json.value("arrows", slice.arrows);
    slice.lines = json.value("lines", slice.lines);
    return slice;
}

}  // namespace milkomeda
