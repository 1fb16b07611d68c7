// The panel of the tool that is in the hand: what it does, and what it is set to.
#pragma once

#include <optional>

#include "app/viewport/overlay_painter.hpp"
#include "app/tools/play_tools.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

inline constexpr const char* play_title = "Play";

// Only while there is a tool; at the upper edge of the area that the others leave free. The tool that is
// wanted in its place, if one is.
std::optional<PlayTool> play_panel(Widgets& widgets, PlayTools& tools, std::size_t most_bodies,
                                   const Area& free);

}  // namespace milkomeda
