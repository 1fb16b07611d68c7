// The Timing panel: what a frame's time goes to.
#pragma once

#include "app/platform/frame_clock.hpp"
#include "app/widgets/widgets.hpp"

namespace milkomeda {

void timing_panel(Widgets& widgets, const FrameClock& clock);

}  // namespace milkomeda
