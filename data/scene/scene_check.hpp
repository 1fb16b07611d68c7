// Checks that a scene's keys go together.
#pragma once

#include <string>

#include "data/scene/scene.hpp"

namespace milkomeda {

// Throws std::invalid_argument with one line, "FILE:LINE: KEY ...", for parts that are missing or do not go
// together.
void check_scene(const Scene& scene, const std::string& file);

// Where a key was set, or else the table around it, or the file.
std::string origin_of(const Scene& scene, std::string key, const std::string& file);

}  // namespace milkomeda
