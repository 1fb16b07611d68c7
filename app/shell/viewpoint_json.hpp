#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/viewport/viewpoints.hpp"

namespace milkomeda {

// Converts the viewpoints of all scenes and files to JSON and back. viewpoints_from() omits invalid viewpoints.
nlohmann::ordered_json to_json(const std::map<std::string, Viewpoints>& viewpoints);
std::map<std::string, Viewpoints> viewpoints_from(const nlohmann::ordered_json& json);

}  // namespace milkomeda
