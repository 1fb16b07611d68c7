// Draws the guided tour: a frame around the control that the current stop explains, and a box with text.
#pragma once

#include "app/panels/tour.hpp"
#include "app/ui/widgets.hpp"
#include "app/viewport/overlay_painter.hpp"

namespace milkomeda {

inline constexpr const char* tour_title = "Tour";

// Must be called after all panels of this frame were drawn. `free` is the area between the panels.
void tour_overlay(Widgets& widgets, const Tour& tour, const Area& free);

// Returns the part of `free` above or below the text of the tour, whichever is larger.
Area beside_tour(const Widgets& widgets, const Area& free);

}  // namespace milkomeda
