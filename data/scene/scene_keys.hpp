// Every key that a scene file may have.
#pragma once

#include <toml++/toml.h>

#include <string>

#include "data/scene/scene.hpp"

namespace milkomeda {

// Sets one key, such as "galaxy.andromeda.disk.mass". `origin` says in messages where the value comes from.
// Throws std::invalid_argument for an unknown key (lists those there are) and for a value that it does not
// take.
void set_scene_key(Scene& scene, const std::string& origin, const std::string& path, const toml::node& value);

// Tables of which a file may have several: [[camera.keyframe]], [[milestone]], [[change]],
// [[perturber]].
bool comes_in_tables(std::string_view path);

// Starts one of them, whose keys "camera.keyframe.time" and so on follow.
void add_scene_table(Scene& scene, const std::string& origin, std::string_view path);

// Starts a galaxy that has no keys of its own yet.
void add_scene_galaxy(Scene& scene, const std::string& origin, const std::string& name);

}  // namespace milkomeda
