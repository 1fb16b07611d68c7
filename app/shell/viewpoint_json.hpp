#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/viewport/viewpoints.hpp"

namespace milkomeda {

// Viewpoints in the settings file, by scene or file, then by key. Invalid viewpoints are ignored.
nlohmann::ordered_json to_json(const std::map<std::string, Viewpoints>& viewpoints);
std::map<std::string, Viewpoints> viewpoints_from(const nlohmann::ordered_json& json);

}  // namespace milkomeda
