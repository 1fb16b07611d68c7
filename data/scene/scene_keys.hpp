// Table of all keys that a scene file can contain.
#pragma once

#include <toml++/toml.h>

#include <string>

#include "data/scene/scene.hpp"

namespace milkomeda {

// Sets one key, such as "galaxy.andromeda.disk.mass". `origin` is the file and line, or the option, that contains the
// value; messages begin with it. Throws std::invalid_argument for an unknown key (lists the existing keys) and for an
// invalid value.
void set_scene_key(Scene& scene, const std::string& origin, const std::string& path, const toml::node& value);

// Returns true for the arrays of tables: [[camera.keyframe]], [[milestone]], [[change]], [[perturber]].
bool comes_in_tables(std::string_view path);

// Appends an empty entry to an array of tables. The following calls of set_scene_key() set the keys of this entry, such
// as "camera.keyframe.time".
void add_scene_table(Scene& scene, const std::string& origin, std::string_view path);

// Adds an empty galaxy. Following calls of set_scene_key() set its keys.
void add_scene_galaxy(Scene& scene, const std::string& origin, const std::string& name);

}  // namespace milkomeda
