// What a scene's file says, in the types of the program: parameters, camera and its path, look, annotations.
#pragma once

#include <optional>
#include <vector>

#include "app/options/options.hpp"
#include "data/scene/scene.hpp"
#include "render/camera/camera_path.hpp"

namespace milkomeda {

Camera camera_of(const Scene& scene);
std::vector<KeyFrame> key_frames_of(const Scene& scene);

// The scene's, with the command line's on top. Throws std::invalid_argument for what no simulation can have.
SimulationParameters parameters_of(const Scene& scene, const ParameterOverrides& overrides);

// What the scene says of its look; of these two, names that are none throw std::invalid_argument.
LookOverrides look_of(const Scene& scene);
// What the scene wants over the picture; empty where it leaves that open.
std::optional<AnnotationSet> annotations_of(const Scene& scene);

}  // namespace milkomeda
