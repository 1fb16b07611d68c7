// How the scene is shown: camera, look, annotations, slice and comparison.
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

    // Shows the slice that the scene or its look asks for. Otherwise the slice stays as the user left it.
    void begin_slice(const SceneSetup& initial);

    SceneStyle style;
    Look look;
    Annotations annotations;
    CameraRig camera;
    QualityController quality;
    PotentialSlice slice;
    Split split;
};

// The view that is shown, for the command line or the scene file that reproduces it.
ViewCommand view_command_of(const ActiveRun& run, const ViewState& view);
// A checkpoint with all that a state file stores beside it.
CheckpointRequest checkpoint_request(ActiveRun& run, ViewState& view,
                                     std::shared_ptr<const Checkpoint> state);

}  // namespace milkomeda
