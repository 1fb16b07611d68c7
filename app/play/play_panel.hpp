// The panel of the tool that is in the hand: what it does, and what it is set to.
#pragma once

#include "app/overlay/overlay_painter.hpp"
#include "app/play/play_tools.hpp"
#include "app/widgets/widgets.hpp"

namespace milkomeda {

inline constexpr const char* play_title = "Play";

// Only while there is a tool; at the upper edge of the area that the others leave free.
void play_panel(Widgets& widgets, PlayTools& tools, std::size_t most_bodies, const Area& free);

}  // namespace milkomeda
