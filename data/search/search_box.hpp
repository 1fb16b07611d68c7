// Boxes in which optimizers search, and their points.
#pragma once

#include <cstddef>
#include <vector>

namespace milkomeda {

using SearchPoint = std::vector<double>;

struct SearchDimension {
    double least = 0, most = 1;  // a dimension with least == most is fixed
    // The dimension consists of several intervals of equal width whose neighbors have nothing in common.
    bool has_branches = false;
    bool operator==(const SearchDimension&) const = default;

    double width() const { return most - least; }
};

using SearchBox = std::vector<SearchDimension>;

// Throws std::invalid_argument that names the dimension if a bound is not finite or the bounds are exchanged.
void require_valid(const SearchBox& box);

}  // namespace milkomeda
