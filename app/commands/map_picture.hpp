// Pictures of maps on the sky, with axes and a color bar.
#pragma once

#include "app/commands/map_observation.hpp"

namespace milkomeda {

// Draws the map into the PNG file of the options. Needs a current OpenGL context. Throws std::runtime_error if the file
// cannot be written.
void draw_map(const ObservedMap& observed, const MapCommandOptions& options);

}  // namespace milkomeda
