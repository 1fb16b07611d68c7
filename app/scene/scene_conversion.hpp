// Turns what a scene's file says into the program's types: parameters, camera and path, look, annotations.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/option_parts.hpp"
#include "app/scene/slice_choice.hpp"
#include "data/scene/scene.hpp"
#include "render/camera/camera_path.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

Camera camera_of(const Scene& scene);
std::vector<KeyFrame> key_frames_of(const Scene& scene);

// The scene's, with the command line's on top. Throws std::invalid_argument for what no simulation can have.
SimulationParameters parameters_of(const Scene& scene, const Overrides<SimulationParameters>& overrides);

// The scene's key for a row of the look: "view.bloom", "view.density.low".
std::string scene_key(const LookControl& control);

// A scene that says nothing but these: --set on top of what a state file has.
Scene said_alone(const std::vector<std::pair<std::string, std::string>>& settings);

// What a scene says of a slice through the potential, by the keys view.slice.KEY.
std::vector<std::pair<std::string, SceneValue>> settings_of(const std::optional<SliceChoice>& slice);

// How the scene wants to be drawn, and what it wants over the picture (empty where it leaves that open), and
// its slice through the potential (empty: none). All throw std::invalid_argument for a word that names
// nothing.
LookOverrides look_of(const Scene& scene);
std::optional<SliceChoice> slice_of(const Scene& scene);
std::optional<AnnotationSet> annotations_of(const Scene& scene);

}  // namespace milkomeda
