// A cell of the tree, for people to see.
#pragma once

#include <cstddef>

#include "data/base/vector3.hpp"

namespace milkomeda {

struct TreeCell {
    Vector3 center;         // model units
    double radius = 0;      // of the ball about the center that holds its bodies
    std::size_t level = 0;  // 1 is that of the leaves
    std::size_t bodies = 0;
    std::size_t unresolved_pairs = 0;  // cells of its level that it cannot take as one: how much work it is
};

}  // namespace milkomeda
