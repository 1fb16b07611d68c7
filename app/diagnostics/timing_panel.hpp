// The Timing panel: the parts of a frame compared with the interval of the display, the work that limits the
// frame, and the history of frames.
#pragma once

#include "app/diagnostics/timing.hpp"
#include "app/io/notices.hpp"
#include "app/ui/widgets.hpp"
#include "render/gl/pass_timer.hpp"

namespace milkomeda {

// `clock`: method by which drawing passes are measured. `computes`: true if frames wait for an OpenCL device.
void timing_panel(Widgets& widgets, Timing& timing, PassTimers::Clock clock, bool computes, Notices& notices);

}  // namespace milkomeda
