// Analytic density profiles of spheroids with a smooth cutoff.
#pragma once

#include "data/galaxies/galaxy_spec.hpp"

namespace milkomeda {

// Density profiles, not normalized: Hernquist (1990, ApJ 356, 359, eq. 2), Navarro, Frenk & White (1996, ApJ
// 462, 563, eq. 3) and Plummer (1911, MNRAS 71, 460), a homogeneous sphere, or the truncated isothermal sphere
// exp(-(r / edge)^2) / (1 + (r / a)^2) with a core of radius a (Hernquist 1993, ApJS 86, 389, eq. 2.2). The first three
// are multiplied by sech(r / edge), as McMillan & Dehnen (2007, MNRAS 378, 541) truncate halos.
struct DensityProfile {
    Profile profile;
    double radius, edge;

    explicit DensityProfile(const SpheroidSpec& spec);
    double density(double r) const;
    // Returns d ln(density) / d ln r.
    double slope(double r) const;
    // Returns a radius outside of which is at most the fraction 1e-4 of the mass. For a profile without an edge,
    // returns 1000 scale radii.
    double outermost() const;
};

}  // namespace milkomeda
