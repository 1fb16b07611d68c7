// Describes the present view so that it can be restored: as keys of a scene, and as a command line.
#pragma once

#include "app/scene/scene_setup.hpp"
#include "data/scene/scene_tables.hpp"

namespace milkomeda {

struct ViewCommand {
    const SceneOptions& scene;  // options that the scene was loaded with
    const DeviceOptions& device;
    const std::filesystem::path& assets_folder;  // the value of --assets; may be empty
    const SceneSetup& initial;
    const SimulationParameters& parameters;
    const Look& look;
    AnnotationSet show;
    Camera camera;
    CameraOverrides held;  // what controls the camera: --sky, --follow, --path
    std::optional<double> time{};
    std::optional<SliceChoice> slice{};  // slice through the potential; empty if none is shown
};

// Returns all settings that differ from the scene file: --set of the command line, parameters, look,
// annotations, hidden components, camera. Throws std::invalid_argument like load_scene().
SceneSettings scene_settings_of(const ViewCommand& view);

// Returns the arguments of "milkomeda" that show this view, also for users with other settings.
std::vector<std::string> command_words(const ViewCommand& view, const Assets& assets);

}  // namespace milkomeda
