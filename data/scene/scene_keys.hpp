// All keys that a scene file may have.
#pragma once

#include <toml++/toml.h>

#include <string>

#include "data/scene/scene.hpp"

namespace milkomeda {

// Sets one key, such as "galaxy.andromeda.disk.mass". `origin` states in messages where the value comes from.
// Throws std::invalid_argument for an unknown key (lists the existing keys) and for an invalid value.
void set_scene_key(Scene& scene, const std::string& origin, const std::string& path, const toml::node& value);

// Returns true for tables that a file may repeat: [[camera.keyframe]], [[milestone]], [[change]],
// [[perturber]].
bool comes_in_tables(std::string_view path);

// Appends an empty entry to a repeated table; its keys, such as "camera.keyframe.time", are set afterwards.
void add_scene_table(Scene& scene, const std::string& origin, std::string_view path);

// Adds a galaxy, whose keys are set afterwards.
void add_scene_galaxy(Scene& scene, const std::string& origin, const std::string& name);

}  // namespace milkomeda
