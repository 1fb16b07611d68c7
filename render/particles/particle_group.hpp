// Rows of particles that are drawn alike: a component of a galaxy.
#pragma once

#include <cstddef>

namespace milkomeda {

struct RowRange {
    std::size_t first = 0;
    std::size_t count = 0;
};

// The kind of stars that a component has.
enum class Population { disk, bulge, halo, unknown };

struct ParticleGroup {
    std::size_t first = 0;
    std::size_t count = 0;
    Population population = Population::unknown;
    int galaxy = 0;    // which one; 0 for the first
    float radius = 1;  // within which half of its rows were in their galaxy at the start
    int lot = 0;       // its rows draw lots (which stars are young?) as rows so much further on would
};

}  // namespace milkomeda
