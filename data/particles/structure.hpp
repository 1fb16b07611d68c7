// Positions and sizes of galaxies, measured on the host in double precision.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "data/base/vector3.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// View of the columns of a particle set, wherever they are stored.
struct BodyRows {
    std::span<const Float4> positions, velocities;
    std::span<const Component> components;

    BodyRows(const ParticleSet& particles)
        : BodyRows{particles.positions, particles.velocities, particles.components} {}
    BodyRows(std::span<const Float4> x, std::span<const Float4> v, std::span<const Component> c)
        : positions{x}, velocities{v}, components{c} {}
};

// Returns the galaxies' names in the order of their first components.
std::vector<std::string> galaxies(const BodyRows& particles);

// Returns the components that define a galaxy's center: its bulge; without a bulge its disk; else all
// components.
std::vector<Component> core_of_galaxy(const BodyRows& particles, const std::string& galaxy);

// Returns the mean of the nearest half of all points around a center. The center starts at the median and is
// updated until it converges, so that stripped bodies far away do not count. Needs at least one point.
Vector3 shrinking_mean(std::vector<Vector3> points);

// Center of a galaxy: the shrinking mean of its core.
Vector3 center_of_galaxy(const BodyRows& particles, const std::string& galaxy);

// Radii around a center that enclose 10, 50 and 90 % of a component's mass; for a disk, distances from its
// spin axis.
struct LagrangianRadii {
    double r10 = 0, r50 = 0, r90 = 0;
};
LagrangianRadii lagrangian_radii(const BodyRows& particles, const Component& component,
                                 const Vector3& center);

}  // namespace milkomeda
