// A rectangle in the window or in a picture.
#pragma once

#include <glm/glm.hpp>

namespace milkomeda {

// A rectangle whose upper left corner is `least`. Its unit is screen coordinates of the window unless a comment says
// that its unit is pixels of a picture.
struct Area {
    glm::vec2 least{0}, size{0};

    glm::vec2 most() const { return least + size; }
};

}  // namespace milkomeda
