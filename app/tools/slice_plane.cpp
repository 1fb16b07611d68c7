#include "app/tools/slice_plane.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace milkomeda {
namespace {

constexpr float arrow_share = 0.2f;  // of the edge
constexpr float degree = std::numbers::pi_v<float> / 180;

Vector3 as_doubles(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

// The normal and two directions in the plane, right-handed.
struct PlaneAxes {
    glm::vec3 across, up, normal;
};
PlaneAxes axes_of(const PlaneChoice& plane) {
    const float turn = degree * plane.turn;
    const glm::vec3 normal = normal_of(plane);
    const glm::vec3 up{-std::sin(turn), std::cos(turn), 0};
    return {glm::cross(up, normal), up, normal};
}

PlaneChoice with_normal(PlaneChoice plane, const glm::vec3& normal) {
    const glm::vec3 centre = centre_of(plane);
    plane.tilt = std::acos(std::clamp(normal.z, -1.0f, 1.0f)) / degree;
    if (std::hypot(normal.x, normal.y) > 1e-4f) plane.turn = std::atan2(normal.y, normal.x) / degree;
    plane.anchor = centre - plane.height * normal_of(plane);  // its centre stays where it is
    return plane;
}

// How far along the normal the way on the screen leads; where that points at the camera, up is along it.
float way_along_normal(const PlaneChoice& plane, const View& view, glm::vec2 way) {
    const auto centre = pixel_of(view, centre_of(plane)), tip = pixel_of(view, tip_of(plane));
    const float length = arrow_share * plane.edge;
    constexpr float shortest = 8;  // pixels of the arrow, to be a direction
    if (centre && tip && glm::distance(*centre, *tip) > shortest)
        return length * glm::dot(way, *tip - *centre) / glm::dot(*tip - *centre, *tip - *centre);
    return -way.y / pixels_per_unit_at_target(view);
}

}  // namespace

glm::vec3 tip_of(const PlaneChoice& plane) {
    return centre_of(plane) + arrow_share * plane.edge * normal_of(plane);
}

SlicePlane rectangle_of(const PlaneChoice& plane) {
    const PlaneAxes axes = axes_of(plane);
    return {centre_of(plane), 0.5f * plane.edge * axes.across, 0.5f * plane.edge * axes.up};
}

Lattice lattice_of(const PlaneChoice& plane, std::size_t points_of_edge) {
    const PlaneAxes axes = axes_of(plane);
    return {.counts = {points_of_edge, points_of_edge, 1},
            .centre = as_doubles(centre_of(plane)),
            .extent = {plane.edge, plane.edge, 1},
            .axes = {as_doubles(axes.across), as_doubles(axes.up), as_doubles(axes.normal)}};
}

std::optional<Handle> handle_at(const PlaneChoice& plane, const View& view, glm::vec2 pointer, float scale) {
    const float reach = 12 * scale;
    const auto is_near = [&](const glm::vec3& place) {
        const auto pixel = pixel_of(view, place);
        return pixel && glm::distance(*pixel, pointer) < reach;
    };
    if (is_near(tip_of(plane))) return Handle::tip;
    if (is_near(centre_of(plane))) return Handle::centre;
    return std::nullopt;
}

PlaneChoice dragged(PlaneChoice plane, Handle handle, const View& view, glm::vec2 from, glm::vec2 to) {
    if (handle == Handle::centre) {
        plane.height += way_along_normal(plane, view, to - from);
        return plane;
    }
    // The tip runs on a ball about the centre: as far in front of it, or behind, as it has to be.
    const glm::vec3 centre = centre_of(plane), tip = tip_of(plane);
    const auto under_pointer = world_at(view, to, centre);
    if (!under_pointer) return plane;
    const glm::mat3 turned{view.view_from_world};
    const glm::vec3 towards_camera = glm::normalize(glm::vec3{turned[0][2], turned[1][2], turned[2][2]});
    const float length = glm::distance(centre, tip);
    glm::vec3 side = *under_pointer - centre;
    side -= glm::dot(side, towards_camera) * towards_camera;
    if (glm::length(side) > length) side *= length / glm::length(side);
    const float depth = std::sqrt(std::max(0.0f, length * length - glm::dot(side, side)));
    const float in_front = glm::dot(tip - centre, towards_camera) < 0 ? -1 : 1;
    const glm::vec3 direction = side + in_front * depth * towards_camera;
    return with_normal(plane, glm::normalize(direction));
}

}  // namespace milkomeda
