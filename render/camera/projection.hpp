// The way from the world to pixels: what shaders are given of a camera, and the same on the host.
#pragma once

#include <optional>

#include "render/camera/camera.hpp"

namespace milkomeda {

// The uniforms of shaders/camera/projection.glsl, by their names there, for a picture of `width` x `height`
// pixels.
struct View {
    glm::mat4 view_from_world{1};
    glm::mat4 clip_from_view{1};
    Projection projection = Projection::perspective;
    float pixels_at_unit_distance = 1;
    // At this distance light has its own strength; it falls with the square of the distance. It is one in the
    // sky, where pixels_at_unit_distance are those of a radian, and for orthographic views, in which light
    // does not fall.
    float reference_distance = 1;
    float width = 1, height = 1;
    glm::mat3 light_for_eye{1};  // what one of two eyes sees of the light (render/camera/stereo_views.hpp)
};

View view_of(const Camera& camera, int width, int height);

// Pixels from the upper left corner of the picture, y downwards. Empty for what lies behind the camera, or
// too near.
std::optional<glm::vec2> pixel_of(const View& view, const glm::vec3& world);

// The other way round: the point that is seen there, as deep in the picture as `deep`. Empty where that lies
// behind the camera, and in maps of the sky.
std::optional<glm::vec3> world_at(const View& view, const glm::vec2& pixel, const glm::vec3& deep);

// The pixels of one unit of length at the camera's target; of a radian in the sky.
float pixels_per_unit_at_target(const View& view);

}  // namespace milkomeda
