#include "render/camera/camera.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

namespace milkomeda {
namespace {

constexpr float half_turn = glm::pi<float>();

// Returns the unit vector from the target to the camera, in world coordinates.
glm::vec3 outwards(const Camera& camera) {
    const float level = std::cos(camera.pitch);
    return camera.frame * glm::vec3{level * std::sin(camera.yaw), std::sin(camera.pitch), level * std::cos(camera.yaw)};
}

void turn(Camera& camera, float yaw, float pitch) {
    // Keeps the yaw within half a turn of zero, because a growing angle would lose precision.
    camera.yaw = std::remainder(camera.yaw + yaw, 2 * half_turn);
    camera.pitch = std::clamp(camera.pitch + pitch, -steepest_pitch, steepest_pitch);
}

// Returns the projected size, in half picture heights, of a length of 1 at distance 1 from the camera (model units).
float halves_per_unit(const Camera& camera, float aspect) {
    // half heights of the Hammer ellipse and of the dome circle, in radians of view angle at the center
    const float half_ellipse = std::sqrt(2.0f), half_circle = half_turn / 2;
    switch (camera.projection) {
        case Projection::perspective:
            return 1 / std::tan(camera.fov_radians / 2);
        case Projection::orthographic:
            return 1 / (camera.distance * std::tan(camera.fov_radians / 2));
        case Projection::hammer:
            return std::min(1.0f, aspect / 2) / half_ellipse;
        case Projection::dome:
            return std::min(1.0f, aspect) / half_circle;
    }
    return 1;
}

bool has_eyes(const Camera& camera) {
    return camera.projection == Projection::perspective || camera.projection == Projection::orthographic;
}

}  // namespace

Camera look_at(const glm::vec3& position, const glm::vec3& target, float fov_radians, const glm::vec3& up) {
    const glm::mat3 frame = frame_of(up);
    const glm::vec3 offset = glm::transpose(frame) * (position - target);
    const float distance = glm::length(offset);
    Camera camera{.target = target, .fov_radians = fov_radians, .frame = frame};
    camera.distance = std::clamp(distance, nearest_distance, farthest_distance);
    if (distance > 0) {
        camera.yaw = std::atan2(offset.x, offset.z);
        camera.pitch = std::clamp(std::asin(offset.y / distance), -steepest_pitch, steepest_pitch);
    }
    return camera;
}

glm::mat3 frame_of(const glm::vec3& up) {
    const glm::vec3 y = glm::normalize(up);
    if (y == glm::vec3{0, 1, 0}) return glm::mat3{1};
    constexpr float nearly_along = 0.9f;
    const glm::vec3 across = std::abs(y.z) < nearly_along ? glm::vec3{0, 0, 1} : glm::vec3{1, 0, 0};
    const glm::vec3 x = glm::normalize(glm::cross(y, across));
    return {x, y, glm::cross(x, y)};
}

glm::vec3 position(const Camera& camera) { return camera.target + camera.distance * outwards(camera); }

glm::vec3 forward(const Camera& camera) { return -outwards(camera); }

glm::mat4 view_from_world(const Camera& camera) {
    const glm::mat4 view = glm::lookAt(position(camera), camera.target, camera.frame[1]);
    if (camera.eye == 0 || !has_eyes(camera)) return view;
    return glm::translate(glm::mat4{1}, {-camera.eye * camera.distance, 0, 0}) * view;
}

glm::mat4 clip_from_view(const Camera& camera, float aspect) {
    const float scale = halves_per_unit(camera, aspect);
    glm::mat4 clip{0};
    clip[0][0] = scale / aspect;
    clip[1][1] = scale;
    // shifts the frustum so that the target appears at equal picture positions for both eyes
    if (has_eyes(camera)) clip[2][0] = -camera.eye * clip[0][0];
    if (camera.projection == Projection::orthographic) {
        clip[3][3] = 1;  // clips nothing by depth, so that bodies behind the camera are drawn as well
    } else {
        // Perspective with an infinite far plane, because additive light needs no depth buffer. The near
        // plane is at a thousandth of the target's distance.
        clip[2][2] = clip[2][3] = -1;
        clip[3][2] = -2 * camera.distance / 1000;
    }
    return glm::translate(glm::mat4{1}, {camera.principal_point, 0}) * clip;
}

void move_to(Camera& camera, const glm::vec3& position) {
    camera.target = position + camera.distance * forward(camera);
}

void rotate(Camera& camera, glm::vec2 motion) { turn(camera, -half_turn * motion.x, half_turn * motion.y); }

void pan(Camera& camera, glm::vec2 motion) {
    const glm::vec3 out = outwards(camera);
    const glm::vec3 right = glm::normalize(glm::cross(camera.frame[1], out));
    const glm::vec3 up = glm::cross(out, right);
    // height in model length units of the part of the scene that the window shows at the target's distance
    const float window_height = 2 * camera.distance * std::tan(camera.fov_radians / 2);
    camera.target += window_height * (-motion.x * right + motion.y * up);
}

void zoom(Camera& camera, float amount) {
    // In a very small or large scene, the current distance can lie outside the limits, and then replaces the limit that
    // it violates.
    const float nearest = std::min(nearest_distance, camera.distance),
                farthest = std::max(farthest_distance, camera.distance);
    camera.distance = std::clamp(camera.distance * std::pow(zoom_ratio, -amount), nearest, farthest);
}

void look_around(Camera& camera, glm::vec2 motion) {
    const glm::vec3 here = position(camera);
    const float height = has_eyes(camera) ? camera.fov_radians : half_turn;
    turn(camera, height * motion.x, -height * motion.y);
    move_to(camera, here);
}

void widen(Camera& camera, float amount) {
    camera.fov_radians = std::clamp(camera.fov_radians * std::pow(zoom_ratio, amount), narrowest_fov, widest_fov);
}

Camera between(const Camera& from, const Camera& to, float share) {
    if (share >= 1) return to;
    const auto mix = [share](float a, float b) { return a + share * (b - a); };
    Camera camera = to;
    camera.yaw = from.yaw + share * std::remainder(to.yaw - from.yaw, 2 * half_turn);
    camera.pitch = mix(from.pitch, to.pitch);
    camera.distance = from.distance * std::pow(to.distance / from.distance, share);
    camera.target = glm::mix(from.target, to.target, share);
    camera.fov_radians = mix(from.fov_radians, to.fov_radians);
    if (from.frame != to.frame)
        camera.frame = glm::mat3_cast(glm::slerp(glm::quat_cast(from.frame), glm::quat_cast(to.frame), share));
    return camera;
}

}  // namespace milkomeda
