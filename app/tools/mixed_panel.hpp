// The panel of the mixed box (a box of small and large particles); replaces the Simulation panel.
#pragma once

#include "app/playback/source_interfaces.hpp"
#include "app/tools/mixed_tools.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// Draws the panel. Returns true if the user asks for the start of the run.
bool mixed_panel(Widgets& widgets, LiveBox& box, Transport& transport, MixedTools& tools);

}  // namespace milkomeda
