// Conversion of a camera to JSON and back, for viewpoints in settings and for state files.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "render/camera/camera.hpp"

namespace milkomeda {

nlohmann::ordered_json to_json(const Camera& camera);

// Returns an empty optional for an impossible camera; clamps numbers to their valid ranges. Throws
// nlohmann::json::exception if a value is missing or has another type.
std::optional<Camera> camera_from(const nlohmann::ordered_json& json);

}  // namespace milkomeda
