// The camera of a picture, the functions that move the camera, and its view and projection matrices. Lengths are in
// model units, angles in radians.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <string_view>
#include "data/base/names.hpp"

namespace milkomeda {

enum class Projection {
    perspective,
    orthographic,  // parallel projection: drawn sizes do not depend on depth
    hammer,        // equal-area Hammer projection of the whole sky around the camera to an ellipse
    // fisheye projection for planetarium domes: the half of the sky ahead of the camera as a circle
    dome,
};
template <>
inline constexpr std::array<std::string_view, 4> names<Projection>{"perspective", "orthographic", "hammer", "dome"};

struct Camera {
    float yaw = 0;    // rotation around the frame's y axis; at 0 the camera is on the +z side of the target
    float pitch = 0;  // angle above the frame's x-z plane, within +-steepest_pitch
    float distance = 45;
    glm::vec3 target{0};
    // vertical field of view; an orthographic view shows the same height as a perspective view at the target
    float fov_radians = 1.0471976f;
    Projection projection = Projection::perspective;
    glm::mat3 frame{1};   // axes of the camera's frame in the world; y is up
    bool in_sky = false;  // true if the camera is at the position of a star inside a galaxy
    // Stereo: offset of this eye to the right, as a fraction of the distance to the target. The target
    // appears at equal positions in both eyes' pictures.
    float eye = 0;
    // Position of the target in the picture: offset from the picture center to the right and up, as fractions
    // of the half width and half height.
    glm::vec2 principal_point{0};

    bool operator==(const Camera&) const = default;
};

// pi/2 - 0.001, because a camera that looks straight down would have no defined up direction
inline constexpr float steepest_pitch = 1.5697963f;
inline constexpr float nearest_distance = 0.01f;
inline constexpr float farthest_distance = 2000;
inline constexpr float zoom_ratio = 1.1f;
inline constexpr float narrowest_fov = 0.0174533f;  // 1 degree
// 150 degrees; a wider view would mainly enlarge the picture's edges
inline constexpr float widest_fov = 2.6179939f;

// Returns a camera at `position` that looks at `target`. Its yaw and pitch refer to the frame frame_of(up).
Camera look_at(const glm::vec3& position, const glm::vec3& target, float fov_radians, const glm::vec3& up = {0, 1, 0});
// Returns a frame whose y axis points along `up`. Any rotation about `up` would give another valid frame; the function
// always returns the same frame for an `up`.
glm::mat3 frame_of(const glm::vec3& up);

glm::vec3 position(const Camera& camera);
glm::vec3 forward(const Camera& camera);
glm::mat4 view_from_world(const Camera& camera);
// Returns the projection matrix for view-space points already transformed by bend()
// (render/camera/projection.cpp). `aspect` is width / height of the picture.
glm::mat4 clip_from_view(const Camera& camera, float aspect);

// Moves the camera to `position` without rotating it.
void move_to(Camera& camera, const glm::vec3& position);

// `motion` is a mouse motion in units of the window height, x to the right and y downward. Its effect does not depend
// on the window size. rotate() turns the scene with the pointer: one window height turns the scene by half a turn.
void rotate(Camera& camera, glm::vec2 motion);
// shifts the target so that points at the target's depth follow the pointer
void pan(Camera& camera, glm::vec2 motion);
void zoom(Camera& camera, float amount);  // divides the distance from the target by zoom_ratio^amount, within limits
// rotates the camera about its own position; distant points follow the pointer
void look_around(Camera& camera, glm::vec2 motion);
void widen(Camera& camera, float amount);  // multiplies the field of view by zoom_ratio^amount

// Interpolates between two cameras, 0 <= share <= 1. Angles change in the direction of the smaller rotation;
// the distance is interpolated logarithmically.
Camera between(const Camera& from, const Camera& to, float share);

}  // namespace milkomeda
