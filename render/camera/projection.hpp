// Projection of world positions to pixels, the inverse projection, and the camera's shader uniforms.
#pragma once

#include <optional>

#include "render/camera/camera.hpp"

namespace milkomeda {

// The uniforms of shaders/camera/projection.glsl for a picture of `width` x `height` pixels.
struct View {
    glm::mat4 view_from_world{1};
    glm::mat4 clip_from_view{1};
    Projection projection = Projection::perspective;
    float pixels_at_unit_distance = 1;
    // Distance at which the brightness of a body has its nominal value; brightness falls with the square of the
    // distance. The value is 1 in sky maps, where pixels_at_unit_distance is the number of pixels per radian, and in
    // orthographic views, where brightness does not depend on distance.
    float reference_distance = 1;
    float width = 1, height = 1;
    // color matrix: identity, or the filter of one eye's glass in anaglyph pictures (render/camera/stereo_views.hpp)
    glm::mat3 light_for_eye{1};
};

View view_of(const Camera& camera, int width, int height);

// Returns the pixel position of `world`, measured from the upper left corner with y downward. Returns an
// empty optional for points behind the camera or in front of the near plane.
std::optional<glm::vec2> pixel_of(const View& view, const glm::vec3& world);

// Inverse of pixel_of(): returns the point that appears at `pixel` and has the depth of the point `deep`. Returns an
// empty optional in sky maps, and if `deep` is behind the camera.
std::optional<glm::vec3> world_at(const View& view, const glm::vec2& pixel, const glm::vec3& deep);

// Returns the number of pixels per model length unit at the camera's target, or per radian in sky maps.
float pixels_per_unit_at_target(const View& view);

}  // namespace milkomeda
