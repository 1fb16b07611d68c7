// An orbit camera: where it looks, from which direction and how far away.
#pragma once

#include <glm/glm.hpp>

namespace milkomeda {

struct Camera {
    float yaw = 0;    // radians around +y; 0 looks from +z
    float pitch = 0;  // radians above the x-z plane, within (-pi/2, pi/2)
    float distance = 45;
    glm::vec3 target{0};
    float fov_radians = 1.0471976f;  // vertical
};

// The camera at `position` that looks at `target`, up +y.
Camera look_at(const glm::vec3& position, const glm::vec3& target, float fov_radians);

glm::vec3 position(const Camera& camera);
glm::mat4 view_from_world(const Camera& camera);
glm::mat4 clip_from_view(const Camera& camera, float aspect);

// Mouse motion in units of the window's height, so that the feel is the same at every size.
void rotate(Camera& camera, glm::vec2 motion);  // one height is half a turn
void pan(Camera& camera, glm::vec2 motion);     // the target follows the pointer
void zoom(Camera& camera, float amount);        // positive comes nearer, by a constant ratio

}  // namespace milkomeda
