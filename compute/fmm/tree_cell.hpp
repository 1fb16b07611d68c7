// A cell of the tree, for display.
#pragma once

#include <cstddef>

#include "data/base/vector3.hpp"

namespace milkomeda {

struct TreeCell {
    Vector3 center;         // position in model units
    double radius = 0;      // radius of the ball around the center that holds all bodies
    std::size_t level = 0;  // level in the tree; 1 for leaves
    std::size_t bodies = 0;
    // number of cells of its level that are not well separated from it: a measure of its work
    std::size_t unresolved_pairs = 0;
};

}  // namespace milkomeda
