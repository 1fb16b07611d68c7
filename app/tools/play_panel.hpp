// The panel of the selected galaxy tool, with instructions and settings.
#pragma once

#include <optional>

#include "app/tools/play_tools.hpp"
#include "app/ui/widgets.hpp"
#include "app/viewport/overlay_painter.hpp"

namespace milkomeda {

inline constexpr const char* play_title = "Play";

// Draws the panel at the upper edge of the area `free`; draws nothing if no tool is selected. Returns the
// tool that the user selects in the panel, if any.
std::optional<PlayTool> play_panel(Widgets& widgets, PlayTools& tools, std::size_t most_bodies, const Area& free);

}  // namespace milkomeda
