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

// Returns the velocity of the center of a galaxy: the mean velocity of the half of the bodies of core_of_galaxy() that
// is nearest to `center`, the result of center_of_galaxy().
glm::dvec3 velocity_of_center(const BodyRows& particles, const std::string& galaxy, const glm::dvec3& center);

// Returns the direction of the angular momentum of the components' bodies about `center`, relative to the bodies' mean
// velocity, weighted by mass; (0, 0, 1) if the angular momentum is 0.
glm::dvec3 spin_axis(const BodyRows& particles, std::span<const Component> components, const glm::dvec3& center);

// Directions along a disk: z is the spin axis; x is the direction in the plane of the disk that is nearest to the x
// axis of the run, or to its y axis if the spin axis is within 26 degrees of the x axis; y = z cross x.
struct DiskAxes {
    glm::dvec3 x, y, z;
};
// `axis`, the spin axis, must have the length 1.
DiskAxes disk_axes(const glm::dvec3& axis);

// Radii that enclose 10, 50 and 90 % of a component's mass: distances from the center, or for a disk from its
// spin axis. Young stars (young_stars.hpp) do not count as gas. NaN if the component contains no bodies.
struct LagrangianRadii {
    double r10 = 0, r50 = 0, r90 = 0;
};
LagrangianRadii lagrangian_radii(const BodyRows& particles, const Component& component, const glm::dvec3& center);

}  // namespace milkomeda
