// The panel of the mixed box; it replaces the Simulation panel.
#pragma once

#include "app/playback/transport.hpp"
#include "app/tools/mixed_tools.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// Returns true if the run is to return to its start.
bool mixed_panel(Widgets& widgets, LiveBox& box, Transport& transport, MixedTools& tools);

}  // namespace milkomeda
