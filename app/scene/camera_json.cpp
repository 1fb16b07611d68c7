#include "app/scene/camera_json.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>

namespace milkomeda {

nlohmann::ordered_json to_json(const Camera& camera) {
    const glm::quat frame = glm::quat_cast(camera.frame);
    return {{"projection", name_of(camera.projection)},
            {"yaw", camera.yaw},
            {"pitch", camera.pitch},
            {"distance", camera.distance},
            {"target", {camera.target.x, camera.target.y, camera.target.z}},
            {"fov", camera.fov_radians},
            {"frame", {frame.w, frame.x, frame.y, frame.z}}};
}

std::optional<Camera> camera_from(const nlohmann::ordered_json& json) {
    Camera camera;
    const auto projection = value_named<Projection>(json.at("projection").get<std::string>());
    if (!projection) return std::nullopt;
    camera.projection = *projection;
    camera.yaw = json.at("yaw").get<float>();
    camera.pitch = std::clamp(json.at("pitch").get<float>(), -steepest_pitch, steepest_pitch);
    camera.distance = std::clamp(json.at("distance").get<float>(), nearest_distance, farthest_distance);
    const auto target = json.at("target").get<std::array<float, 3>>();
    camera.target = {target[0], target[1], target[2]};
    camera.fov_radians = std::clamp(json.at("fov").get<float>(), narrowest_fov, widest_fov);
    const auto turned = json.value("frame", std::array<float, 4>{1, 0, 0, 0});
    const glm::quat frame{turned[0], turned[1], turned[2], turned[3]};
    if (std::abs(glm::length(frame) - 1) < 1e-3f) camera.frame = glm::mat3_cast(glm::normalize(frame));
    if (!std::isfinite(camera.yaw) || !std::isfinite(glm::length(camera.target))) return std::nullopt;
    return camera;
}

}  // namespace milkomeda
