// Axis ratios and directions of a distribution of bodies.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <optional>

#include "data/profiles/galaxy_sample.hpp"

namespace milkomeda {

// An ellipsoid with the semi-axes a >= b >= c. The directions have the length 1 and a positive z component, or a
// positive x component if z is 0.
struct TriaxialShape {
    double b_over_a, c_over_a;
    glm::dvec3 major_axis, minor_axis;
    std::size_t bodies;      // number of bodies in the ellipsoid
    std::size_t iterations;  // number of computed tensors
    bool converged;
};

// Returns the shape of the bodies in the ellipsoid with the major semi-axis `radius` around the origin, from the
// reduced inertia tensor S_ij = sum of m x_i x_j / q^2 (Gerhard 1983, MNRAS 202, 1159; Katz 1991, ApJ 368, 325). Here
// q^2 = x^2 + (y a / b)^2 + (z a / c)^2, in the directions of the principal axes, is the square of the elliptical
// radius; b / a and c / a are the square roots of the ratios of the eigenvalues of S. The iteration starts with a
// sphere and uses the shape of the last tensor until b / a and c / a both change by less than 1e-4, or after 100
// tensors. Returns an empty optional for fewer than four bodies with mass.
std::optional<TriaxialShape> triaxial_shape(std::span<const SampledBody> bodies, double radius);

}  // namespace milkomeda
