// Draws the state of the galaxy tools over the picture: rings, arrows and paths, with numbers.
#pragma once

#include "app/tools/play_tools.hpp"
#include "app/viewport/overlay_painter.hpp"

namespace milkomeda {

// Draws the state of `tools`. `free`: area between the panels, in which text is placed.
void draw_tools(const OverlayPainter& painter, const PlayTools& tools, const Area& free);

// Format a velocity and a mass, given in model units, as "620 km/s" and "3.74e+10 M☉".
std::string velocity_words(double velocity);
std::string mass_words(double mass);

// Returns a description of the predicted path, such as "bound to Andromeda, closest approach 23.1 kpc in 310 Myr".
std::string path_words(const Aim& aim);

}  // namespace milkomeda
