#include "app/shell/viewpoint_json.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "app/scene/setting_json.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Viewpoint& viewpoint) {
    Json json{{"mode", name_of(viewpoint.mode)}};
    json.update(to_json(viewpoint.camera));
    return json;
}

std::optional<Viewpoint> viewpoint_from(const Json& json) {
    const auto mode = value_named<CameraMode>(json.at("mode").get<std::string>());
    const auto camera = camera_from(json);
    if (!mode || !camera) return std::nullopt;
    Viewpoint viewpoint;
    viewpoint.mode = *mode;
    viewpoint.camera = *camera;
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
