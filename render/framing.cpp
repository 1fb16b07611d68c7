#include "render/framing.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {

Camera framed(Camera camera, const std::vector<glm::vec3>& points) {
    constexpr double share_in_view = 0.98;
    glm::dvec3 sum{0};
    for (const glm::vec3& point : points) sum += glm::dvec3{point};
    camera.target = glm::vec3{sum / static_cast<double>(points.size())};
    std::vector<float> radii;
    for (const glm::vec3& point : points) radii.push_back(glm::distance(point, camera.target));
    const auto at = radii.begin() + static_cast<std::ptrdiff_t>(share_in_view * double(radii.size() - 1));
    std::ranges::nth_element(radii, at);
    if (*at > 0)
        camera.distance =
            std::clamp(*at / std::sin(camera.fov_radians / 2), nearest_distance, farthest_distance);
    return camera;
}

}  // namespace milkomeda
