// King-model spheroids in the common potential of all spheroids and a disk, constructed as by Kuijken &
// Dubinski (1995, MNRAS 277, 1341).
#pragma once

#include <vector>

#include "data/galaxies/exponential_disk.hpp"
#include "data/galaxies/galaxy_spec.hpp"

namespace milkomeda {

// Lowered Maxwellian (King 1966, AJ 71, 64): f ~ exp((psi - cutoff - v^2/2) / dispersion^2) - 1. psi is the
// depth of the potential, 0 at the galaxy's edge. The density depends on psi alone.
struct KingSpheroid {
    double dispersion;
    double cutoff;         // value of psi at which the density becomes zero
    double density_scale;  // factor in density = density_scale * king_density(w)

    double w(double psi) const { return (psi - cutoff) / (dispersion * dispersion); }
    double density(double psi) const;
};

// Returns exp(w) erf(sqrt w) - sqrt(4 w / pi) (1 + 2 w / 3), 0 for w <= 0 (Binney & Tremaine 2008, 4.3.3).
double king_density(double w);

// Spherically averaged profiles by distance from the center. `masses` holds one list of enclosed masses per spheroid.
struct RadialProfiles {
    std::vector<double> radii, psi;
    std::vector<std::vector<double>> masses;
    std::vector<double> inside;  // enclosed mass of all components, including the disk
};

// Integrates outward from the center, where psi is `central_psi`, to the radius where psi is 0. `disk` may be null.
RadialProfiles king_profiles(const std::vector<SpheroidSpec>& spheroids, double central_psi,
                             const ExponentialDisk* disk);

}  // namespace milkomeda
