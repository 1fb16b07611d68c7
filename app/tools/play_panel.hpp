// The panel of the current play tool: instructions and settings.
#pragma once

#include <optional>

#include "app/tools/play_tools.hpp"
#include "app/ui/widgets.hpp"
#include "app/viewport/overlay_painter.hpp"

namespace milkomeda {

inline constexpr const char* play_title = "Play";

// Draws the panel at the upper edge of the area `free`; does nothing without a tool. Returns the tool that
// the user has chosen instead, if any.
std::optional<PlayTool> play_panel(Widgets& widgets, PlayTools& tools, std::size_t most_bodies,
                                   const Area& free);

}  // namespace milkomeda
