// A range of rows that are drawn alike: a component of a galaxy.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>

namespace milkomeda {

struct RowRange {
    std::size_t first = 0;
    std::size_t count = 0;
};

// Vertical rank of rows outside disks.
inline constexpr float unknown_vertical_rank = -1;

// The kind of a component's stars.
enum class Population { disk, bulge, halo, unknown };

struct ParticleGroup {
    std::size_t first = 0;
    std::size_t count = 0;
    Population population = Population::unknown;
    int galaxy = 0;           // index of the galaxy, from 0
    float radius = 1;         // radius with half of the component's rows at the start of the run
    float mass = 1;           // total mass of the rows
    glm::vec3 axis{0, 0, 1};  // rotation axis at the start of the run; disks only
    glm::vec3 drift{0};       // mean velocity of the rows
    // added to row indices in random hashes, so that rows keep their random properties when the particle set
    // changes
    int hash_offset = 0;
    glm::vec3 disc_color{0.6f, 0.6f, 0.65f};  // color in draw mode discs
};

}  // namespace milkomeda
