// Draws the state of the play tools over the picture: rings, arrows, paths, and numbers beside them.
#pragma once

#include "app/tools/play_tools.hpp"
#include "app/viewport/overlay_painter.hpp"

namespace milkomeda {

// Text is placed within `free`, the area between the panels.
void draw_tools(const OverlayPainter& painter, const PlayTools& tools, const Area& free);

// Format a velocity and a mass in model units: "620 km/s", "3.7e+10 M☉".
std::string velocity_words(double velocity);
std::string mass_words(double mass);

// Describes the predicted path: "bound to Andromeda, nearest 23.1 kpc in 310 Myr".
std::string path_words(const Aim& aim);

}  // namespace milkomeda
