// Consistency checks of a scene.
#pragma once

#include <string>

#include "data/scene/scene.hpp"

namespace milkomeda {

// Throws std::invalid_argument with one line, "FILE:LINE: KEY ...", for parts that are missing or
// inconsistent.
void check_scene(const Scene& scene, const std::string& file);

// Returns where a key was set; if it was not set, the place of the table around it, or the file.
std::string origin_of(const Scene& scene, std::string key, const std::string& file);

}  // namespace milkomeda
