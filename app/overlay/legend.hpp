// What colours mean: a bar with numbers, or a list of names.
#pragma once

#include <imgui.h>

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "app/scene/loaded_scene.hpp"

namespace milkomeda {

struct Legend {
    std::string title;  // quantity and unit
    // The bar, where there is one: its colours, and the numbers at its ends.
    std::vector<glm::vec3> bar{};  // sRGB, in even steps
    double least = 0, most = 1;
    bool logarithmic = false;
    // Else the list.
    struct Entry {
        std::string name;
        glm::vec3 color;  // sRGB
    };
    std::vector<Entry> entries{};
};

// Of the newest picture of the mode stars. Colours are as bright as a display has them: in the picture they
// have the brightness of the stars.
Legend legend_of(const LoadedScene& loaded);

// Of a map of surface density with these limits, in model units.
Legend density_legend(ColorMap map, double least, double most);

// Pixels, for the font in use: a bar is wide and low, a list has a line for each entry. Needs a frame of
// ImGui.
glm::vec2 legend_size(const Legend& legend);
void draw_legend(ImDrawList& list, const Legend& legend, const glm::vec2& upper_left);

}  // namespace milkomeda
