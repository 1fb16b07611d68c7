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

// Returns the parameters of the scene, overridden by the command line. Throws std::invalid_argument for
// values that no simulation can use.
SimulationParameters parameters_of(const Scene& scene, const Overrides<SimulationParameters>& overrides);

// Returns the scene key of a control of the look: "view.bloom", "view.density.low".
std::string scene_key(const LookControl& control);

// Returns a scene with only the view and simulation settings, to apply --set to a state file.
Scene said_alone(const std::vector<std::pair<std::string, std::string>>& settings);

// Returns the keys view.slice.KEY of a scene file that describe this slice, with their values.
std::vector<std::pair<std::string, SceneValue>> settings_of(const std::optional<SliceChoice>& slice);

// Return the look, the slice through the potential, and the annotations of the scene. An optional is empty if
// the scene sets none. All throw std::invalid_argument for an invalid value.
LookOverrides look_of(const Scene& scene);
std::optional<SliceChoice> slice_of(const Scene& scene);
std::optional<AnnotationSet> annotations_of(const Scene& scene);

}  // namespace milkomeda
