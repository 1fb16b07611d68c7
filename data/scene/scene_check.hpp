// Consistency checks of scenes.
#pragma once

#include <string>

#include "data/scene/scene.hpp"

namespace milkomeda {

// Throws std::invalid_argument with a one-line message "FILE:LINE: KEY ..." if parts of the scene are missing
// or inconsistent.
void check_scene(const Scene& scene, const std::string& file);

// Returns the place where `key` was set. If the key was not set, returns the place of the enclosing table, or
// the file.
std::string origin_of(const Scene& scene, std::string key, const std::string& file);

}  // namespace milkomeda
