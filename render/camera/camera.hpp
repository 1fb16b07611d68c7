// The camera of a picture, the functions that move it, and its view and projection matrices. Lengths are
// model units, angles radians.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <string_view>
#include "data/base/names.hpp"

namespace milkomeda {

enum class Projection {
    perspective,
    orthographic,  // parallel projection: sizes do not depend on depth
    hammer,        // Hammer projection: the whole sky around the camera as an ellipse with equal areas
    dome,          // fisheye of 180 degrees for domes: the half of the sky ahead as a circle
};
template <>
inline constexpr std::array<std::string_view, 4> names<Projection>{"perspective", "orthographic", "hammer",
                                                                   "dome"};

struct Camera {
    float yaw = 0;    // rotation around the frame's y axis; at 0 the camera is on the +z side of the target
    float pitch = 0;  // angle above the frame's x-z plane, within +-steepest_pitch
    float distance = 45;
    glm::vec3 target{0};
    // vertical field of view; orthographic views show the same height at the target
    float fov_radians = 1.0471976f;
    Projection projection = Projection::perspective;
    glm::mat3 frame{1};   // axes of the camera's frame in the world; y is up
    bool in_sky = false;  // true if the camera sits on a star inside a galaxy
    // Stereo: offset of this eye to the right, as a share of the distance. The target stays at the same place
    // in both eyes' pictures.
    float eye = 0;
    // Place of the target in the picture: offset from the center to the right and up, in half widths and half
    // heights.
    glm::vec2 principal_point{0};

    bool operator==(const Camera&) const = default;
};

// pi/2 - 0.001: a camera that looks straight down has no up direction
inline constexpr float steepest_pitch = 1.5697963f;
inline constexpr float nearest_distance = 0.01f;
inline constexpr float farthest_distance = 2000;
inline constexpr float zoom_ratio = 1.1f;
inline constexpr float narrowest_fov = 0.0174533f;  // 1 degree
inline constexpr float widest_fov = 2.6179939f;     // 150 degrees: wider views only enlarge the edges

// Returns a camera at `position` that looks at `target`. Yaw and pitch refer to the frame of `up`.
Camera look_at(const glm::vec3& position, const glm::vec3& target, float fov_radians,
               const glm::vec3& up = {0, 1, 0});
// Returns a frame whose y axis points along `up`. Every `up` gives one definite frame, although any rotation
// about `up` would also fit.
glm::mat3 frame_of(const glm::vec3& up);

glm::vec3 position(const Camera& camera);
glm::vec3 forward(const Camera& camera);
glm::mat4 view_from_world(const Camera& camera);
// Returns the projection matrix for points in view space after bend() (render/camera/projection.cpp).
// `aspect` is width / height of the picture.
glm::mat4 clip_from_view(const Camera& camera, float aspect);

// Returns true if the picture shows the sky from a planet, with the exposure of an eye at night.
bool sees_sky(const Camera& camera);

// Moves the camera to `position` and keeps its direction.
void move_to(Camera& camera, const glm::vec3& position);

// `motion` is a mouse motion in window heights, x to the right and y downward, so that it acts alike in
// windows of every size.
// the scene follows the pointer; one window height is half a turn
void rotate(Camera& camera, glm::vec2 motion);
void pan(Camera& camera, glm::vec2 motion);  // points at the target's depth follow the pointer
void zoom(Camera& camera, float amount);     // each 1 moves the camera nearer by zoom_ratio
// rotates the camera in place; distant points follow the pointer
void look_around(Camera& camera, glm::vec2 motion);
void widen(Camera& camera, float amount);  // each 1 widens the field of view by zoom_ratio

// Interpolates between two cameras, 0 <= share <= 1. Angles take the shorter way; the distance is
// interpolated as a logarithm.
Camera between(const Camera& from, const Camera& to, float share);

}  // namespace milkomeda
