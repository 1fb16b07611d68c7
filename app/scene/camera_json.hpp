// A camera as JSON: what settings keep of viewpoints, and state files.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "render/camera/camera.hpp"

namespace milkomeda {

nlohmann::ordered_json to_json(const Camera& camera);

// Empty for one that makes no sense; numbers are brought into their valid range. Throws
// nlohmann::json::exception for values that are missing or of another type.
std::optional<Camera> camera_from(const nlohmann::ordered_json& json);

}  // namespace milkomeda
