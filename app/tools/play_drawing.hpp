// What the tools show over the picture: rings, arrows, paths, and numbers beside them.
#pragma once

#include "app/viewport/overlay_painter.hpp"
#include "app/tools/play_tools.hpp"

namespace milkomeda {

// What is written stands in the area that panels leave free.
void draw_tools(const OverlayPainter& painter, const PlayTools& tools, const Area& free);

// "620 km/s", "3.7e+10 M☉".
std::string velocity_words(double velocity);
std::string mass_words(double mass);

// How the path that is aimed at goes on, in words: "bound to Andromeda, nearest 23.1 kpc in 310 Myr".
std::string path_words(const Aim& aim);

}  // namespace milkomeda
