// Consistency checks of scenes.
#pragma once

#include <string>

#include "data/scene/scene.hpp"

namespace milkomeda {

// Throws std::invalid_argument with the message "FILE:LINE: KEY ..." if a part of the scene is missing or inconsistent
// with another part.
void check_scene(const Scene& scene, const std::string& file);

// Returns the file and line, or the option --set, that sets `key`. If `key` is not set, returns the line of the
// enclosing table, or `file` if this table is missing too.
std::string origin_of(const Scene& scene, std::string key, const std::string& file);

}  // namespace milkomeda
