#include "app/tools/slice_plane.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace milkomeda {
namespace {

constexpr float arrow_share = 0.2f;  // length of the arrow, in units of the plane's edge
constexpr float degree = std::numbers::pi_v<float> / 180;

// Right-handed orthonormal axes: two axes in the plane, and the normal of the plane.
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
    const glm::vec3 center = center_of(plane);
    plane.tilt = std::acos(std::clamp(normal.z, -1.0f, 1.0f)) / degree;
    if (std::hypot(normal.x, normal.y) > 1e-4f) plane.turn = std::atan2(normal.y, normal.x) / degree;
    plane.anchor = center - plane.height * normal_of(plane);  // the new anchor keeps the center of the plane fixed
    return plane;
}

// Returns the distance, in model units, by which the center must move along the normal to follow the pointer motion
// `motion` (in pixels). If the normal points at the camera, a pointer motion upward moves the center along the normal.
float motion_along_normal(const PlaneChoice& plane, const View& view, glm::vec2 motion) {
    const auto center = pixel_of(view, center_of(plane)), tip = pixel_of(view, tip_of(plane));
    const float length = arrow_share * plane.edge;
    constexpr float shortest = 8;  // pixels; the direction of a shorter arrow is unreliable
    if (center && tip && glm::distance(*center, *tip) > shortest)
        return length * glm::dot(motion, *tip - *center) / glm::dot(*tip - *center, *tip - *center);
    return -motion.y / pixels_per_unit_at_target(view);
}

}  // namespace

glm::vec3 tip_of(const PlaneChoice& plane) { return center_of(plane) + arrow_share * plane.edge * normal_of(plane); }

SlicePlane rectangle_of(const PlaneChoice& plane) {
    const PlaneAxes axes = axes_of(plane);
    return {center_of(plane), 0.5f * plane.edge * axes.across, 0.5f * plane.edge * axes.up};
}

Lattice lattice_of(const PlaneChoice& plane, std::size_t points_of_edge) {
    const PlaneAxes axes = axes_of(plane);
    return {.counts = {points_of_edge, points_of_edge, 1},
            .center = center_of(plane),
            .extent = {plane.edge, plane.edge, 1},
            .axes = {axes.across, axes.up, axes.normal}};
}

std::optional<Handle> handle_at(const PlaneChoice& plane, const View& view, glm::vec2 pointer, float scale) {
    const float reach = 12 * scale;
    const auto is_near = [&](const glm::vec3& place) {
        const auto pixel = pixel_of(view, place);
        return pixel && glm::distance(*pixel, pointer) < reach;
    };
    if (is_near(tip_of(plane))) return Handle::tip;
    if (is_near(center_of(plane))) return Handle::center;
    return std::nullopt;
}

PlaneChoice dragged(PlaneChoice plane, Handle handle, const View& view, glm::vec2 from, glm::vec2 to) {
    if (handle == Handle::center) {
        plane.height += motion_along_normal(plane, view, to - from);
        return plane;
    }
    // Moves the tip of the arrow on a sphere around the center. A tip nearer to the camera than the center stays
    // nearer, a tip behind the center stays behind.
    const glm::vec3 center = center_of(plane), tip = tip_of(plane);
    const auto under_pointer = world_at(view, to, center);
    if (!under_pointer) return plane;
    const glm::mat3 turned{view.view_from_world};
    const glm::vec3 towards_camera = glm::normalize(glm::vec3{turned[0][2], turned[1][2], turned[2][2]});
    const float length = glm::distance(center, tip);
    glm::vec3 side = *under_pointer - center;
    side -= glm::dot(side, towards_camera) * towards_camera;
    if (glm::length(side) > length) side *= length / glm::length(side);
    const float depth = std::sqrt(std::max(0.0f, length * length - glm::dot(side, side)));
    const float in_front = glm::dot(tip - center, towards_camera) < 0 ? -1 : 1;
    const glm::vec3 direction = side + in_front * depth * towards_camera;
    return with_normal(plane, glm::normalize(direction));
}

}  // namespace milkomeda
