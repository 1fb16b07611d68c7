// A rectangle in the window or in a picture.
#pragma once

#include <glm/glm.hpp>

namespace milkomeda {

// A rectangle with the upper left corner `least`, in screen coordinates of the window, or in pixels of a picture where
// a comment says so.
struct Area {
    glm::vec2 least{0}, size{0};

    glm::vec2 most() const { return least + size; }
};

}  // namespace milkomeda
