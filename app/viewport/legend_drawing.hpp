// Draws a legend as a wide color bar, or as a list with one line per entry.
#pragma once

#include <imgui.h>

#include <glm/glm.hpp>

#include "app/viewport/legend.hpp"

namespace milkomeda {

// Return the size of a legend in pixels for the current font, and draw the legend. Must be called within an
// ImGui frame.
glm::vec2 legend_size(const Legend& legend);
void draw_legend(ImDrawList& list, const Legend& legend, const glm::vec2& upper_left);

}  // namespace milkomeda
