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
    // Which of its stars are young, for example, is drawn by lot for each row, as if the rows still began
    // here.
    std::size_t lot = first;
};

}  // namespace milkomeda
