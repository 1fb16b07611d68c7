// The Timing panel: a frame's columns against the display's interval, what bounds it, and what frames before
// it took.
#pragma once

#include "app/io/notices.hpp"
#include "app/diagnostics/timing.hpp"
#include "app/ui/widgets.hpp"
#include "render/gl/pass_timer.hpp"

namespace milkomeda {

// `clock`: what passes are measured by. `computes`: there is a device that the frames wait for.
void timing_panel(Widgets& widgets, Timing& timing, PassTimers::Clock clock, bool computes, Notices& notices);

}  // namespace milkomeda
