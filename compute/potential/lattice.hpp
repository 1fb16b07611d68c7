// A regular lattice of points with any orientation. The lattice is a plane if one count is 1.
#pragma once

#include <array>
#include <cstddef>

#include "data/base/vector3.hpp"

namespace milkomeda {

struct Lattice {
    std::array<std::size_t, 3> counts{1, 1, 1};  // number of points along each axis, at least 1
    Vector3 center;
    Vector3 extent{1, 1, 1};  // size in model units; each point is the center of a cell, and all cells are equal
    std::array<Vector3, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // orthogonal unit vectors

    double step(std::size_t axis) const { return extent[axis] / static_cast<double>(counts[axis]); }
    std::size_t points() const { return counts[0] * counts[1] * counts[2]; }
    Vector3 point(std::size_t i, std::size_t j, std::size_t k) const {
        const std::array<std::size_t, 3> number{i, j, k};
        Vector3 at = center;
        for (std::size_t axis = 0; axis < 3; ++axis)
            at += ((static_cast<double>(number[axis]) + 0.5) * step(axis) - extent[axis] / 2) * axes[axis];
        return at;
    }
};

}  // namespace milkomeda
