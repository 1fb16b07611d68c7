// A rectangle of the window or of a picture.
#pragma once

#include <glm/glm.hpp>

namespace milkomeda {

// Given by its upper left corner, in screen coordinates unless a comment says pixels.
struct Area {
    glm::vec2 least{0}, size{0};

    glm::vec2 most() const { return least + size; }
};

}  // namespace milkomeda
