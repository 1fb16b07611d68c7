// Describes the present view as scene settings and as a command line, from which the view can be restored.
#pragma once

#include "app/scene/scene_setup.hpp"
#include "data/scene/scene_tables.hpp"

namespace milkomeda {

struct ViewCommand {
    const SceneOptions& scene;  // options with which the scene was loaded
    const DeviceOptions& device;
    const std::filesystem::path& assets_folder;  // value of --assets; may be empty
    const SceneSetup& initial;
    const SimulationParameters& parameters;
    const Look& look;
    AnnotationSet show;
    Camera camera;
    CameraOverrides held;  // what moves the camera: the options --sky, --follow and --path
    std::optional<double> time{};
    std::optional<SliceChoice> slice{};  // slice through the potential; empty if no slice is shown
    // True if the command gives no camera position, because its source keeps all galaxies in view by default.
    bool keeps_framed = false;
};

// Returns all settings in which the view differs from the scene file: --set options, parameters, look,
// annotations, hidden components and camera. Throws std::invalid_argument if the settings are invalid.
SceneSettings scene_settings_of(const ViewCommand& view);

// Returns the arguments of "milkomeda" that show this view, independent of the user's saved settings.
std::vector<std::string> command_words(const ViewCommand& view, const Assets& assets);

// Returns the arguments that show this view from the state file `file`, which stores the run, the look, and the camera
// unless the camera is at a star. Throws std::invalid_argument if the scene settings are invalid.
std::vector<std::string> state_words(const ViewCommand& view, const std::string& file);

}  // namespace milkomeda
