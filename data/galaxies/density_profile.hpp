// Analytic density profiles of spheroids with a smooth cutoff.
#pragma once

#include "data/galaxies/galaxy_spec.hpp"

namespace milkomeda {

// Profiles of Hernquist (1990, ApJ 356, 359, eq. 2), Navarro, Frenk & White (1996, ApJ 462, 563, eq. 3) and
// Plummer (1911, MNRAS 71, 460), each times sech(r / edge) as McMillan & Dehnen (2007, MNRAS 378, 541) cut
// halos off; or a homogeneous sphere. Not normalized.
struct DensityProfile {
    Profile profile;
    double radius, edge;

    explicit DensityProfile(const SpheroidSpec& spec);
    double density(double r) const;
    // d ln(density) / d ln r
    double slope(double r) const;
    // Radius outside of which less than 1e-4 of the mass lies, if the profile has an edge.
    double outermost() const;
};

}  // namespace milkomeda
