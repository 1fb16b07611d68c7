// Attraction of bodies toward the spin axis of a galaxy, averaged over all azimuths.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace milkomeda {

// Returns for each of `radii` the acceleration toward the z axis in the plane z = 0, averaged over all azimuths, for
// G = 1, in model units, with the Plummer softening length `softening`. body(i) returns position and mass of body i of
// `count` bodies. The mean over azimuths of the attraction by a body is the attraction by a ring, a sum of complete
// elliptic integrals (Binney & Tremaine 2008, eq. 2.265, here with softening). Bodies with similar distances from the
// axis and from the plane count as one ring: the cells have a width of radii.back() / 128 up to the last radius, and
// are wider beyond it. `radii` must ascend. For 24 radii with equal steps, this changes the acceleration by at most 2 %
// at the first radius and by 0.3 % at all others. Takes about 0.3 s of CPU time for a million bodies and 24 radii; the
// calling thread does all work.
std::vector<double> mean_accelerations(std::size_t count, const std::function<glm::dvec4(std::size_t)>& body,
                                       std::span<const double> radii, double softening);

// Returns the acceleration at the distance `radius` toward the axis of a ring of mass 1, for G = 1. The ring has the
// radius `ring`; `height_square` is the square of its height over the plane, plus the square of the softening length.
double ring_acceleration(double radius, double ring, double height_square);

}  // namespace milkomeda
