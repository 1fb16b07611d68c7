// The Timing panel: the parts of a frame beside the interval of the display, what bounds the frame, and
// earlier frames.
#pragma once

#include "app/diagnostics/timing.hpp"
#include "app/io/notices.hpp"
#include "app/ui/widgets.hpp"
#include "render/gl/pass_timer.hpp"

namespace milkomeda {

// `clock` tells how drawing passes are measured. `computes`: the frames wait for an OpenCL device.
void timing_panel(Widgets& widgets, Timing& timing, PassTimers::Clock clock, bool computes, Notices& notices);

}  // namespace milkomeda
