// The state that determines the picture: camera, look, annotations, potential slice and comparison of runs.
#pragma once

#include "app/capture/view_command.hpp"
#include "app/scene/quality_controller.hpp"
#include "app/scene/state_file.hpp"
#include "app/shell/active_run.hpp"
#include "app/shell/scene_style.hpp"
#include "app/shell/settings.hpp"
#include "app/tools/potential_slice.hpp"
#include "app/tools/split.hpp"
#include "app/viewport/annotations.hpp"
#include "app/viewport/camera_rig.hpp"

namespace milkomeda {

struct ViewState {
    ViewState(const ActiveRun& run, const Settings& settings);

    // Shows the potential slice of the scene. The user's slice remains if the scene sets neither a slice nor a complete
    // look.
    void begin_slice(const SceneSetup& initial);

    SceneStyle style;
    Look look;
    Annotations annotations;
    CameraRig camera;
    QualityController quality;
    PotentialSlice slice;
    SplitView split;
};

// Returns a description of the present view, from which a command line or scene file can reproduce it.
ViewCommand view_command_of(const ActiveRun& run, const ViewState& view);
// Returns the content of a state file: the checkpoint with the scene, parameters, solver, look and camera.
CheckpointRequest checkpoint_request(ActiveRun& run, ViewState& view, std::shared_ptr<const Checkpoint> state);

}  // namespace milkomeda
