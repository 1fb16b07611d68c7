// Legends of the colors in a picture: a color bar with numbers, or a list of names with one line per name.
#pragma once

#include <imgui.h>

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "app/scene/loaded_scene.hpp"

namespace milkomeda {

struct Legend {
    std::string title;  // name and unit of the quantity
    // Color bar: its colors, and the values at its ends.
    std::vector<glm::vec3> bar{};  // sRGB colors in even steps; empty if the legend is a list
    double least = 0, most = 1;
    bool logarithmic = false;
    // List of names; empty if the legend is a bar.
    struct Entry {
        std::string name;
        glm::vec3 color;  // sRGB color
    };
    std::vector<Entry> entries{};
};

// Returns the legend of the newest picture in the draw mode stars. The colors of the legend have full brightness; in
// the picture, the brightness also depends on the stars.
Legend legend_of(const LoadedScene& loaded);

// Returns one line that says why the colors of the newest picture in the draw mode stars show no values; empty if they
// show values.
std::string why_unknown(const LoadedScene& loaded);
// Returns one line that says that the quantity `by` needs gas, if the run has no gas; otherwise an empty text.
std::string lack_of_gas(const LoadedScene& loaded, ColorBy by);

// Returns the legend of a map of the draw mode density.
Legend map_legend(const Look& look, const MapScale& scale);

// legend_size() returns the size of a legend in pixels for the current font. draw_legend() draws the legend. Both
// functions must be called within an ImGui frame.
glm::vec2 legend_size(const Legend& legend);
void draw_legend(ImDrawList& list, const Legend& legend, const glm::vec2& upper_left);

}  // namespace milkomeda
