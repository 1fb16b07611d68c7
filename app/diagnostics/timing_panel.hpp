// The drawer Frame times: the parts of a frame compared with the interval of the display, the work that limits the
// frame, and the history of frames.
#pragma once

#include "app/diagnostics/timing.hpp"
#include "app/io/notices.hpp"
#include "app/ui/widgets.hpp"
#include "render/gl/pass_timer.hpp"

namespace milkomeda {

// Draws the drawer Frame times. `clock` is the clock that measures drawing passes. `computes` is true if an OpenCL
// device computes the run.
void timing_panel(Widgets& widgets, Timing& timing, PassTimers::Clock clock, bool computes, Notices& notices);

}  // namespace milkomeda
