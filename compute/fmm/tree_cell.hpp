// A cell of the multipole method's tree, to be drawn in the window.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>

namespace milkomeda {

struct TreeCell {
    glm::dvec3 center{0};   // position in model units
    double radius = 0;      // radius around the center that contains all bodies
    std::size_t level = 0;  // level in the tree; 1 for leaves
    std::size_t bodies = 0;
    // Number of cells on the same level that are not well separated from this cell. The number is a measure of the work
    // that this cell causes.
    std::size_t unresolved_pairs = 0;
};

}  // namespace milkomeda
