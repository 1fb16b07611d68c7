// Densities of spheroids in closed form, cut off smoothly.
#pragma once

#include "data/galaxies/galaxy_spec.hpp"

namespace milkomeda {

// Hernquist (1990, ApJ 356, 359, eq. 2), Navarro, Frenk & White (1996, ApJ 462, 563, eq. 3) and Plummer
// (1911, MNRAS 71, 460), each times sech(r / edge) as McMillan & Dehnen (2007, MNRAS 378, 541) cut halos off;
// or a sphere of one density. Not normalised.
struct DensityProfile {
    Profile profile;
    double radius, edge;

    explicit DensityProfile(const SpheroidSpec& spec);
    double density(double r) const;
    // d ln(density) / d ln r
    double slope(double r) const;
    // Beyond it less than 1e-4 of the mass lies, if there is an edge.
    double outermost() const;
};

}  // namespace milkomeda
