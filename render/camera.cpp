#include "render/camera.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace milkomeda {
namespace {

// From the target towards the camera.
glm::vec3 outwards(const Camera& camera) {
    const float level = std::cos(camera.pitch);
    return {level * std::sin(camera.yaw), std::sin(camera.pitch), level * std::cos(camera.yaw)};
}

}  // namespace

Camera look_at(const glm::vec3& position, const glm::vec3& target, float fov_radians) {
    const glm::vec3 offset = position - target;
    const float distance = glm::length(offset);
    Camera camera{.target = target, .fov_radians = fov_radians};
    camera.distance = std::clamp(distance, nearest_distance, farthest_distance);
    if (distance > 0) {
        camera.yaw = std::atan2(offset.x, offset.z);
        camera.pitch = std::clamp(std::asin(offset.y / distance), -steepest_pitch, steepest_pitch);
    }
    return camera;
}

glm::vec3 position(const Camera& camera) {
    return camera.target + camera.distance * outwards(camera);
}

glm::mat4 view_from_world(const Camera& camera) {
    return glm::lookAt(position(camera), camera.target, glm::vec3{0, 1, 0});
}

glm::mat4 clip_from_view(const Camera& camera, float aspect) {
    // Light needs no depth buffer, so nothing is ever too far, and the near plane may be so near that what
    // the camera looks at never meets it.
    return glm::infinitePerspective(camera.fov_radians, aspect, camera.distance / 1000);
}

void rotate(Camera& camera, glm::vec2 motion) {
    const float half_turn = glm::pi<float>();
    // Kept within one turn, for a yaw that grows without end loses its last digits.
    camera.yaw = std::remainder(camera.yaw - half_turn * motion.x, 2 * half_turn);
    camera.pitch = std::clamp(camera.pitch + half_turn * motion.y, -steepest_pitch, steepest_pitch);
}

void pan(Camera& camera, glm::vec2 motion) {
    const glm::vec3 out = outwards(camera);
    const glm::vec3 right = glm::normalize(glm::cross(glm::vec3{0, 1, 0}, out));
    const glm::vec3 up = glm::cross(out, right);
    const float window_height = 2 * camera.distance * std::tan(camera.fov_radians / 2);  // at the target
    camera.target += window_height * (-motion.x * right + motion.y * up);
}

void zoom(Camera& camera, float amount) {
    camera.distance =
        std::clamp(camera.distance * std::pow(zoom_ratio, -amount), nearest_distance, farthest_distance);
}

}  // namespace milkomeda
