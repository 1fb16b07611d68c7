#include "render/camera/framing.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace milkomeda {

namespace {

constexpr double share_of_stragglers = 0.02;

glm::vec3 mean(std::span<const glm::vec3> points) {
    glm::dvec3 sum{0};
    for (const glm::vec3& point : points) sum += glm::dvec3{point};
    return glm::vec3{sum / static_cast<double>(points.size())};
}

// The point so far from the centre that only stragglers are farther; puts those that are nearer first.
std::vector<glm::vec3>::iterator farthest_in_view(std::vector<glm::vec3>& points, const glm::vec3& centre) {
    const auto at =
        points.end() - 1 - static_cast<std::ptrdiff_t>(share_of_stragglers * double(points.size()));
    std::ranges::nth_element(points, at, {},
                             [&](const glm::vec3& point) { return glm::distance(point, centre); });
    return at;
}

}  // namespace

Camera framed(Camera camera, std::vector<glm::vec3> points) {
    constexpr float nearest = 1e-9f, farthest = 1e9f;  // what single precision draws
    const auto last = farthest_in_view(points, mean(points));
    camera.target = mean({points.begin(), last + 1});  // without stragglers
    const float radius = glm::distance(*farthest_in_view(points, camera.target), camera.target);
    if (radius > 0)
        camera.distance = std::clamp(radius / std::sin(camera.fov_radians / 2), nearest, farthest);
    return camera;
}

}  // namespace milkomeda
