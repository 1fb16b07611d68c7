// Where galaxies are and how they are spread: measured on the host, in double precision.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "data/base/vector3.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// What is looked at, wherever it lies.
struct BodyRows {
    std::span<const Float4> positions, velocities;
    std::span<const Component> components;

    BodyRows(const ParticleSet& particles)
        : BodyRows{particles.positions, particles.velocities, particles.components} {}
    BodyRows(std::span<const Float4> x, std::span<const Float4> v, std::span<const Component> c)
        : positions{x}, velocities{v}, components{c} {}
};

// Names of the galaxies, in the order of their first component.
std::vector<std::string> galaxies(const BodyRows& particles);

// The components that say where a galaxy is: its bulge, without a bulge its disk, else all that it has.
std::vector<Component> core_of_galaxy(const BodyRows& particles, const std::string& galaxy);

// The mean of the nearest half of all points around a center that moves to it until it rests, from the median
// on: what was torn away far does not count. Needs at least one point.
Vector3 shrinking_mean(std::vector<Vector3> points);

// The galaxy's center: the shrinking mean of its core.
Vector3 center_of_galaxy(const BodyRows& particles, const std::string& galaxy);

// Radii that hold 10, 50 and 90 % of a component's mass around a center; for a disk, distances from the spin
// axis.
struct LagrangianRadii {
    double r10 = 0, r50 = 0, r90 = 0;
};
LagrangianRadii lagrangian_radii(const BodyRows& particles, const Component& component,
                                 const Vector3& center);

}  // namespace milkomeda
