#include "app/view/viewpoint_json.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>
#include <optional>

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Viewpoint& viewpoint) {
    const Camera& camera = viewpoint.camera;
    const glm::quat frame = glm::quat_cast(camera.frame);
    return {{"mode", name_of(viewpoint.mode)},
            {"projection", name_of(camera.projection)},
            {"yaw", camera.yaw},
            {"pitch", camera.pitch},
            {"distance", camera.distance},
            {"target", {camera.target.x, camera.target.y, camera.target.z}},
            {"fov", camera.fov_radians},
            {"frame", {frame.w, frame.x, frame.y, frame.z}}};
}

std::optional<Viewpoint> viewpoint_from(const Json& json) {
    Viewpoint viewpoint;
    Camera& camera = viewpoint.camera;
    const auto mode = std::ranges::find(names<CameraMode>, json.at("mode").get<std::string>());
    const auto projection = value_named<Projection>(json.at("projection").get<std::string>());
    if (mode == names<CameraMode>.end() || !projection) return std::nullopt;
    viewpoint.mode = static_cast<CameraMode>(mode - names<CameraMode>.begin());
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
    return viewpoint;
}

}  // namespace

Json to_json(const std::map<std::string, Viewpoints>& viewpoints) {
    Json scenes = Json::object();
    for (const auto& [scene, kept] : viewpoints)
        for (const auto& [key, viewpoint] : kept) scenes[scene][std::to_string(key)] = json_of(viewpoint);
    return scenes;
}

std::map<std::string, Viewpoints> viewpoints_from(const Json& json) {
    std::map<std::string, Viewpoints> viewpoints;
    for (const auto& [scene, kept] : json.items())
        for (const auto& [key, value] : kept.items()) {
            if (key.size() != 1 || key[0] < '1' || key[0] > '9') continue;
            if (const auto viewpoint = viewpoint_from(value)) viewpoints[scene][key[0] - '0'] = *viewpoint;
        }
    return viewpoints;
}

}  // namespace milkomeda
