// An orbit camera: where it looks, from which direction and how far away.
#pragma once

#include <glm/glm.hpp>

namespace milkomeda {

struct Camera {
    float yaw = 0;    // radians around +y; 0 looks from +z
    float pitch = 0;  // radians above the x-z plane, within +-steepest_pitch
    float distance = 45;
    glm::vec3 target{0};
    float fov_radians = 1.0471976f;  // vertical
};

inline constexpr float steepest_pitch = 1.5697963f;  // pi/2 - 0.001: straight down has no up
inline constexpr float nearest_distance = 0.01f;
inline constexpr float farthest_distance = 2000;
inline constexpr float zoom_ratio = 1.1f;

// The camera at `position` that looks at `target`, up +y.
Camera look_at(const glm::vec3& position, const glm::vec3& target, float fov_radians);

glm::vec3 position(const Camera& camera);
glm::mat4 view_from_world(const Camera& camera);
glm::mat4 clip_from_view(const Camera& camera, float aspect);

// Mouse motion in units of the window's height, x to the right and y downwards as windows have it, so that
// the feel is the same at every size.
void rotate(Camera& camera, glm::vec2 motion);  // the scene turns with the pointer; one height is half a turn
void pan(Camera& camera, glm::vec2 motion);  // what lies under the pointer, as deep as the target, follows it
void zoom(Camera& camera, float amount);     // positive comes nearer, by zoom_ratio for each 1

}  // namespace milkomeda
