// A regular lattice of points with any orientation. The lattice is a plane if the number of points along one axis is 1.
#pragma once

#include <array>
#include <cstddef>
#include <glm/glm.hpp>

namespace milkomeda {

struct Lattice {
    std::array<std::size_t, 3> counts{1, 1, 1};  // number of points along each axis, at least 1
    glm::dvec3 center{0};
    glm::dvec3 extent{1, 1, 1};  // size in model units; each point is the center of a cell, and all cells are equal
    std::array<glm::dvec3, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // orthogonal unit vectors

    double step(int axis) const { return extent[axis] / static_cast<double>(counts[axis]); }
    std::size_t points() const { return counts[0] * counts[1] * counts[2]; }
    glm::dvec3 point(std::size_t i, std::size_t j, std::size_t k) const {
        const std::array<std::size_t, 3> number{i, j, k};
        glm::dvec3 at = center;
        for (int axis = 0; axis < 3; ++axis)
            at += ((static_cast<double>(number[axis]) + 0.5) * step(axis) - extent[axis] / 2) * axes[axis];
        return at;
    }
};

}  // namespace milkomeda
