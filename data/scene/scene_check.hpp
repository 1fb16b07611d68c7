// Consistency checks of scenes.
#pragma once

#include <string>

#include "data/scene/scene.hpp"

namespace milkomeda {

// Throws std::invalid_argument "FILE:LINE: KEY ..." for missing or inconsistent parts.
void check_scene(const Scene& scene, const std::string& file);

// Returns where `key` was set, otherwise the place of the enclosing table, or the file.
std::string origin_of(const Scene& scene, std::string key, const std::string& file);

}  // namespace milkomeda
