// Draws a legend: a bar is wide and low, a list has a line for each entry.
#pragma once

#include <imgui.h>

#include <glm/glm.hpp>

#include "app/viewport/legend.hpp"

namespace milkomeda {

// The size in pixels, for the font in use. Both need a frame of ImGui.
glm::vec2 legend_size(const Legend& legend);
void draw_legend(ImDrawList& list, const Legend& legend, const glm::vec2& upper_left);

}  // namespace milkomeda
