// Rows of particles that are drawn alike: a component of a galaxy.
#pragma once

#include <array>
#include <cstddef>
#include <glm/glm.hpp>

namespace milkomeda {

struct RowRange {
    std::size_t first = 0;
    std::size_t count = 0;
};

// Of rows that have no layers, such as a bulge's.
inline constexpr float unknown_vertical_rank = -1;

// The kind of stars that a component has.
enum class Population { disk, bulge, halo, unknown };

struct ParticleGroup {
    std::size_t first = 0;
    std::size_t count = 0;
    Population population = Population::unknown;
    int galaxy = 0;           // which one; 0 for the first
    float radius = 1;         // within which half of its rows were in their galaxy at the start
    float mass = 1;           // of all its rows
    glm::vec3 axis{0, 0, 1};  // around which it turned at the start, if it is a disk
    glm::vec3 drift{0};       // the mean velocity of its rows
    int hash_offset = 0;              // its rows draw lots (which stars are young?) as rows so much further on would
    std::array<float, 3> disc_color{0.6f, 0.6f, 0.65f};  // as discs
};

}  // namespace milkomeda
