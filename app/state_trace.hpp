// The window's state as --trace tells it; names and fields are a contract.
#pragma once

#include "app/camera_rig.hpp"
#include "app/exhibit.hpp"
#include "app/frame_clock.hpp"
#include "app/kernel_picker.hpp"
#include "app/panels.hpp"
#include "app/trace.hpp"
#include "app/transport.hpp"
#include "app/window.hpp"

namespace milkomeda {

struct TracedState {
    const CameraRig& camera;
    const SimulationParameters& parameters;
    const Look& look;
    const Transport& transport;
    const Exhibit& exhibit;
    const KernelPicker& kernels;
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
