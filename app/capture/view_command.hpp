// What a person sees, in words that make it come again: the keys of a scene, and a command line.
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
    CameraOverrides held;  // by what the camera is: --sky, --follow, --path
    std::optional<double> time{};
    std::optional<SliceChoice> slice{};  // through the potential; empty: none
};

// All that differs from the scene as it is in its file: the command line's --set, parameters, look,
// annotations, hidden components, camera. Throws std::invalid_argument as load_scene().
SceneSettings scene_settings_of(const ViewCommand& view);

// The words behind "milkomeda" that show the same, for people with other settings, too.
std::vector<std::string> command_words(const ViewCommand& view, const Assets& assets);

}  // namespace milkomeda
