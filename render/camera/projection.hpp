// Projection of world positions to pixels and back, and the camera's uniforms for shaders.
#pragma once

#include <optional>

#include "render/camera/camera.hpp"

namespace milkomeda {

// The uniforms of shaders/camera/projection.glsl, with the names they have there, for a picture of `width` x
// `height` pixels.
struct View {
    glm::mat4 view_from_world{1};
    glm::mat4 clip_from_view{1};
    Projection projection = Projection::perspective;
    float pixels_at_unit_distance = 1;
    // Distance at which light has its nominal strength; beyond, it falls with the square of the distance. It
    // is 1 in maps of the sky, where pixels_at_unit_distance counts the pixels of a radian, and in
    // orthographic views, where light does not fall.
    float reference_distance = 1;
    float width = 1, height = 1;
    // color filter of an eye in anaglyph pictures (render/camera/stereo_views.hpp)
    glm::mat3 light_for_eye{1};
};

View view_of(const Camera& camera, int width, int height);

// Returns the position in pixels from the upper left corner, y downward. Empty for points behind the camera
// or in front of the near plane.
std::optional<glm::vec2> pixel_of(const View& view, const glm::vec3& world);

// Inverse of pixel_of(): returns the point seen at `pixel` at the depth of the point `deep`. Empty in maps of
// the sky, and if `deep` is behind the camera.
std::optional<glm::vec3> world_at(const View& view, const glm::vec2& pixel, const glm::vec3& deep);

// Returns the pixels per unit of length at the camera's target, or per radian in maps of the sky.
float pixels_per_unit_at_target(const View& view);

}  // namespace milkomeda
