// The meaning of colours: a bar with numbers, or a list of names.
#pragma once

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

// The legend of the newest picture of the mode stars. Colours are as bright as a display has them: in the
// picture they have the brightness of the stars.
Legend legend_of(const LoadedScene& loaded);

// The legend of a map of surface density with these limits, in model units.
Legend density_legend(ColorMap map, double least, double most);

}  // namespace milkomeda
