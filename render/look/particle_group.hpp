// Group of particles: consecutive rows drawn with common settings, such as a galaxy component.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>

namespace milkomeda {

struct RowRange {
    std::size_t first = 0, count = 0;
};

// Vertical rank of particles outside disks. Gas has the rank 0.
inline constexpr float unknown_vertical_rank = -1;

// Bodies of a component that are drawn. In components of gas, young stars are the stars that have formed from the gas;
// in all other components, both members are equal.
struct ShownBodies {
    bool others = true;  // bodies that are not young stars
    bool young_stars = true;

    bool any() const { return others || young_stars; }
    bool shows(bool is_young_star) const { return is_young_star ? young_stars : others; }
    bool operator==(const ShownBodies&) const = default;
};
inline constexpr ShownBodies all_bodies{true, true}, no_bodies{false, false};

// Kind of stars in a galaxy component. Gas shines with the light of the stars that have just formed from it.
enum class Population { disk, bulge, halo, gas, unknown };

struct ParticleGroup {
    std::size_t first = 0, count = 0;
    Population population = Population::unknown;
    int galaxy = 0;           // index of the galaxy, counted from 0
    float radius = 1;         // initial radius that contains half of the group's particles
    float mass = 1;           // total mass of the group's particles
    glm::vec3 axis{0, 0, 1};  // rotation axis in the initial state; used for disks and gas only
    glm::vec3 drift{0};       // mean velocity of the group's particles
    // added to row indices before hashing, so that a body keeps its random numbers when rows are added or removed
    int hash_offset = 0;
    glm::vec3 disc_color{0.6f, 0.6f, 0.65f};  // color of the bodies in draw mode discs
    bool has_gas = false;                     // true for the components of a galaxy with gas
    ShownBodies shown = all_bodies;           // bodies of the group that are drawn

    // Returns true if the picture shows star clusters and dust in the group: gas, or the disk of a galaxy without gas.
    bool forms_stars() const { return population == Population::gas || (population == Population::disk && !has_gas); }
};

}  // namespace milkomeda
