// A rectangle of the window or of a picture.
#pragma once

#include <glm/glm.hpp>

namespace milkomeda {

// From its upper left corner; screen coordinates, or pixels where that is said.
struct Area {
    glm::vec2 least{0}, size{0};

    glm::vec2 most() const { return least + size; }
};

}  // namespace milkomeda
