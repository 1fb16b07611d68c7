// Converts a scene file to the types of the program: parameters, camera and its path, look, annotations.
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

// Returns `parameters` with the values that the scene sets.
SimulationParameters with_parameters_of(const Scene& scene, SimulationParameters parameters);

// Returns the scene key of a control of the look: "view.bloom", "view.density.low".
std::string scene_key(const LookControl& control);

// Returns a scene with the view and simulation keys among `settings`, which are given by --set for a state file.
Scene scene_of_settings(const std::vector<std::pair<std::string, std::string>>& settings);

// Returns the keys view.slice.KEY of a scene file that describe this slice, with their values.
std::vector<std::pair<std::string, SceneValue>> settings_of(const std::optional<SliceChoice>& slice);

// Return the look, the slice through the potential, and the annotations of the scene. The optionals are empty if
// the scene sets no slice or annotations. All functions throw std::invalid_argument for an invalid value.
LookOverrides look_of(const Scene& scene);
std::optional<SliceChoice> slice_of(const Scene& scene);
std::optional<AnnotationSet> annotations_of(const Scene& scene);

}  // namespace milkomeda
