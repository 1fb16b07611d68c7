// Attraction of bodies toward the spin axis of a galaxy, by a direct sum in double precision.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace milkomeda {

// Number of points of each ring at which the attraction is computed, at equal distances along the ring.
inline constexpr std::size_t ring_azimuths = 32;

// Returns for each of `radii` the acceleration toward the z axis in the plane z = 0, averaged over a ring of this
// radius, for G = 1, in model units. body(i) returns position and mass of body i of `count` bodies, and may be called
// by several threads. The attraction has the Plummer softening length `softening`: m d / (d^2 + softening^2)^(3/2). The
// result is negative if bodies pull outward. Computes about 0.5 billion pairs of body and point per second and thread.
std::vector<double> inward_accelerations(std::size_t count, const std::function<glm::dvec4(std::size_t)>& body,
                                         std::span<const double> radii, double softening);

}  // namespace milkomeda
