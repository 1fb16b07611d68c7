// A camera: where it looks, from which direction, how far away, and how the world becomes a picture.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <string_view>
#include "data/base/names.hpp"

namespace milkomeda {

enum class Projection {
    perspective,
    orthographic,  // no depth: sizes at the target are sizes everywhere
    hammer,        // the whole sky around the camera as an ellipse, areas true to each other
    dome,          // the half of the sky ahead as a circle, as domes show it (fisheye of 180 degrees)
};
template <>
inline constexpr std::array<std::string_view, 4> names<Projection>{"perspective", "orthographic", "hammer",
                                                                   "dome"};

struct Camera {
    float yaw = 0;    // radians around the frame's y; 0 looks from its +z
    float pitch = 0;  // radians above the frame's x-z plane, within +-steepest_pitch
    float distance = 45;
    glm::vec3 target{0};
    float fov_radians = 1.0471976f;  // vertical; of perspective, and at the target of orthographic
    Projection projection = Projection::perspective;
    glm::mat3 frame{1};   // its axes, in the world; up is y
    bool in_sky = false;  // it sits on a star, inside a galaxy
    // For one of two eyes: so far to the right, in parts of the distance. What is as far as the target stays
    // where it is.
    float eye = 0;
    // Where the target stands, from the picture's middle to the right and up, in halves of its size.
    glm::vec2 principal_point{0};

    bool operator==(const Camera&) const = default;
};

inline constexpr float steepest_pitch = 1.5697963f;  // pi/2 - 0.001: straight down has no up
inline constexpr float nearest_distance = 0.01f;
inline constexpr float farthest_distance = 2000;
inline constexpr float zoom_ratio = 1.1f;
inline constexpr float narrowest_fov = 0.0174533f;  // 1 degree
inline constexpr float widest_fov = 2.6179939f;     // 150 degrees: beyond, the edges show nothing else

// The camera at `position` that looks at `target`.
Camera look_at(const glm::vec3& position, const glm::vec3& target, float fov_radians,
               const glm::vec3& up = {0, 1, 0});
// The axes whose y is this direction: the one frame among all that are turned about it that stands for them.
glm::mat3 frame_of(const glm::vec3& up);

glm::vec3 position(const Camera& camera);
glm::vec3 forward(const Camera& camera);
glm::mat4 view_from_world(const Camera& camera);
// The projection of what bend() (render/camera/projection.cpp) makes of the view.
glm::mat4 clip_from_view(const Camera& camera, float aspect);

// Whether the picture is one of the sky, which has the exposure of an eye at night.
bool sees_sky(const Camera& camera);

// The camera put there, looking as before.
void move_to(Camera& camera, const glm::vec3& position);

// Mouse motion in units of the window's height, x to the right and y downwards as windows have it, so that
// the feel is the same at every size.
void rotate(Camera& camera, glm::vec2 motion);  // the scene turns with the pointer; one height is half a turn
void pan(Camera& camera, glm::vec2 motion);  // what lies under the pointer, as deep as the target, follows it
void zoom(Camera& camera, float amount);     // positive comes nearer, by zoom_ratio for each 1
void look_around(Camera& camera, glm::vec2 motion);  // from where it stands; what is far follows the pointer
void widen(Camera& camera, float amount);            // the field of view, by zoom_ratio for each 1

// On the way from one camera to another, 0 <= share <= 1: the shorter way round, distances by ratio.
Camera between(const Camera& from, const Camera& to, float share);

}  // namespace milkomeda
