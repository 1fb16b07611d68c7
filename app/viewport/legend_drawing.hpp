// Draws a legend: a wide bar, or a list with a line for each entry.
#pragma once

#include <imgui.h>

#include <glm/glm.hpp>

#include "app/viewport/legend.hpp"

namespace milkomeda {

// Size in pixels for the current font. Both functions need a frame of ImGui.
glm::vec2 legend_size(const Legend& legend);
void draw_legend(ImDrawList& list, const Legend& legend, const glm::vec2& upper_left);

}  // namespace milkomeda
