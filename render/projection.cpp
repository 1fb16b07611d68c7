#include "render/projection.hpp"

namespace milkomeda {

View view_of(const Camera& camera, int width, int height) {
    View view;
    view.width = static_cast<float>(width);
    view.height = static_cast<float>(height);
    view.view_from_world = view_from_world(camera);
    view.clip_from_view = clip_from_view(camera, view.width / view.height);
    view.pixels_at_unit_distance = view.clip_from_view[1][1] * view.height / 2;
    view.reference_distance = camera.distance;
    return view;
}

std::optional<glm::vec2> pixel_of(const View& view, const glm::vec3& world) {
    const glm::vec4 clip = view.clip_from_view * view.view_from_world * glm::vec4{world, 1};
    if (!(clip.w > 0)) return std::nullopt;
    const glm::vec2 there{clip.x / clip.w, clip.y / clip.w};
    return glm::vec2{view.width, view.height} * (glm::vec2{0.5f} + glm::vec2{0.5f, -0.5f} * there);
}

float pixels_per_unit_at_target(const View& view) {
    return view.pixels_at_unit_distance / view.reference_distance;
}

}  // namespace milkomeda
