#include "render/camera/projection.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

// Mirrors bend() in shaders/camera/projection.glsl, which explains the formulas.
glm::vec3 bend(Projection projection, const glm::vec3& seen) {
    const float distance = glm::length(seen);
    if (projection == Projection::hammer) {
        const float level = std::max(std::hypot(seen.x, seen.z), 1e-6f * distance);
        const glm::vec2 half_longitude =
            glm::normalize(seen.z < 0 ? glm::vec2{seen.x, level - seen.z}
                                      : glm::vec2{seen.x < 0 ? -(level + seen.z) : level + seen.z, std::abs(seen.x)});
        const float near_edge = std::sqrt(2 / (1 + level / distance * half_longitude.y));
        return {near_edge * 2 * level * half_longitude.x, near_edge * seen.y, -distance};
    }
    if (projection == Projection::dome) {
        const float across = std::hypot(seen.x, seen.y);
        if (seen.z > 0) return {0, 0, 1};
        const float angle = std::atan2(across, -seen.z);
        const float stretch = across > 1e-4f * distance ? angle * distance / across : 1;
        return {std::sqrt(stretch) * seen.x, std::sqrt(stretch) * seen.y, -distance / std::sqrt(stretch)};
    }
    return seen;
}

}  // namespace

View view_of(const Camera& camera, int width, int height) {
    View view;
    view.width = static_cast<float>(width);
    view.height = static_cast<float>(height);
    view.view_from_world = view_from_world(camera);
    view.clip_from_view = clip_from_view(camera, view.width / view.height);
    view.projection = camera.projection;
    view.pixels_at_unit_distance = view.clip_from_view[1][1] * view.height / 2;
    view.reference_distance = camera.projection == Projection::perspective ? camera.distance : 1;
    return view;
}

std::optional<glm::vec2> pixel_of(const View& view, const glm::vec3& world) {
    const glm::vec3 seen = view.view_from_world * glm::vec4{world, 1};
    const glm::vec4 clip = view.clip_from_view * glm::vec4{bend(view.projection, seen), 1};
    if (!(clip.w > 0 && clip.z >= -clip.w)) return std::nullopt;
    const glm::vec2 there{clip.x / clip.w, clip.y / clip.w};
    return glm::vec2{view.width, view.height} * (glm::vec2{0.5f} + glm::vec2{0.5f, -0.5f} * there);
}

std::optional<glm::vec3> world_at(const View& view, const glm::vec2& pixel, const glm::vec3& deep) {
    if (view.projection != Projection::perspective && view.projection != Projection::orthographic) return std::nullopt;
    const glm::mat4& clip = view.clip_from_view;
    const float z = (view.view_from_world * glm::vec4{deep, 1}).z, w = clip[2][3] * z + clip[3][3];
    if (!(w > 0)) return std::nullopt;
    const glm::vec2 there = glm::vec2{2, -2} * (pixel / glm::vec2{view.width, view.height} - 0.5f);
    const glm::vec2 straight = there * w - z * glm::vec2{clip[2]} - glm::vec2{clip[3]};
    const glm::vec4 seen{straight.x / clip[0][0], straight.y / clip[1][1], z, 1};
    return glm::vec3{glm::inverse(view.view_from_world) * seen};
}

float pixels_per_unit_at_target(const View& view) { return view.pixels_at_unit_distance / view.reference_distance; }

}  // namespace milkomeda
