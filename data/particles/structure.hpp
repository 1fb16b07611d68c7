// Positions and sizes of galaxies, measured on the CPU in double precision.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Non-owning view of the columns of a particle set.
struct BodyRows {
    std::span<const Float4> positions, velocities;
    std::span<const Component> components;

    BodyRows(const ParticleSet& particles)
        : BodyRows{particles.positions, particles.velocities, particles.components} {}
    BodyRows(std::span<const Float4> x, std::span<const Float4> v, std::span<const Component> c)
        : positions{x}, velocities{v}, components{c} {}
};

// Returns the names of the galaxies in the order of their first components.
std::vector<std::string> galaxies(const BodyRows& particles);

// Returns the components that define a galaxy's center: the bulge; without a bulge, the disk; without bulge and disk,
// all components.
std::vector<Component> core_of_galaxy(const BodyRows& particles, const std::string& galaxy);

// Returns the center of a set of points: the mean of the half of the points that are nearest to the center. The center
// starts at the median and is replaced by this mean until the mean converges, so that stripped bodies far away have no
// effect. Needs at least one point.
glm::dvec3 shrinking_mean(std::vector<glm::dvec3> points);

// Returns the center of a galaxy: the shrinking_mean() of the bodies of core_of_galaxy().
glm::dvec3 center_of_galaxy(const BodyRows& particles, const std::string& galaxy);

// Radii that enclose 10, 50 and 90 % of a component's mass: distances from the center, or for a disk from its
// spin axis. Young stars (young_stars.hpp) do not count as gas. NaN if the component contains no bodies.
struct LagrangianRadii {
    double r10 = 0, r50 = 0, r90 = 0;
};
LagrangianRadii lagrangian_radii(const BodyRows& particles, const Component& component, const glm::dvec3& center);

}  // namespace milkomeda
