// Legends of colors: a bar with numbers, or a list of names.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "app/scene/loaded_scene.hpp"

namespace milkomeda {

struct Legend {
    std::string title;  // quantity and unit
    // The colors of the bar and the numbers at its ends.
    std::vector<glm::vec3> bar{};  // sRGB in even steps; empty for a list
    double least = 0, most = 1;
    bool logarithmic = false;
    // The list, if there is no bar.
    struct Entry {
        std::string name;
        glm::vec3 color;  // sRGB
    };
    std::vector<Entry> entries{};
};

// Returns the legend of the newest picture of the mode stars. Its colors have full brightness, those of the
// picture the brightness of the stars.
Legend legend_of(const LoadedScene& loaded);

// Returns the legend of a surface density map with limits in model units.
Legend density_legend(ColorMap map, double least, double most);

}  // namespace milkomeda
