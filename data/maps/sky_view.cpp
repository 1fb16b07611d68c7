#include "data/maps/sky_view.hpp"

#include <cmath>

namespace milkomeda {

glm::dvec3 SkyView::place(const glm::dvec3& position) const {
    const glm::dvec3 from_center = position - center;
    return {glm::dot(from_center, right), glm::dot(from_center, up), glm::dot(from_center, toward)};
}

SkyView view_of_galaxy(const GalaxyFrame& frame, double inclination, double position_angle) {
    // Directions of the frame in the coordinates right, up, toward: a body on `node` moves along spin x node, away from
    // the observer.
    const double sine = std::sin(position_angle), cosine = std::cos(position_angle);
    const glm::dvec3 node{-sine, cosine, 0},
        spin = glm::dvec3{-std::sin(inclination) * cosine, -std::sin(inclination) * sine, std::cos(inclination)},
        other = glm::cross(spin, node);
    const auto direction = [&](int axis) {
        return node[axis] * frame.axes.x + other[axis] * frame.axes.y + spin[axis] * frame.axes.z;
    };
    return {frame.center, frame.velocity, direction(0), direction(1), direction(2)};
}

}  // namespace milkomeda
