// The window's state as --trace tells it; names and fields are a contract.
#pragma once

#include "app/camera/camera_rig.hpp"
#include "app/panels/panels.hpp"
#include "app/platform/frame_clock.hpp"
#include "app/platform/window.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/tuning/kernel_tuning.hpp"
#include "app/view/trace.hpp"

namespace milkomeda {

struct TracedState {
    const CameraRig& camera;
    const SimulationParameters& parameters;
    const Look& look;
    const LoadedScene& loaded;
    const KernelTuning& kernels;
    const Panels& panels;
    const Annotations& annotations;
    const Window& window;
    const Ui& ui;
    const FrameClock& clock;
    const DrawCost& cost;
};

// One line for each part that changed since the last call, and the frame's own.
void trace_frame(Trace& trace, const TracedState& state);

}  // namespace milkomeda
