// The Milky Way of Dubinski's dataset in equilibrium: a King bulge and a King halo in the potential that
// they make together with an exponential disk, after Kuijken & Dubinski (1995, MNRAS 277, 1341).
#pragma once

#include "data/curve.hpp"
#include "data/exponential_disk.hpp"

namespace milkomeda {

// A lowered Maxwellian (King 1966, AJ 71, 64): f ~ exp((psi - cutoff - v^2/2) / dispersion^2) - 1, where psi
// is the depth of the potential and 0 at the galaxy's edge. Its density follows from psi alone.
struct KingSpheroid {
    double dispersion;
    double cutoff;         // the psi at which it ends
    double density_scale;  // the density is this times king_density(w)

    double w(double psi) const { return (psi - cutoff) / (dispersion * dispersion); }
    double density(double psi) const;
    // The speed below which this fraction of the bodies moves where the potential is psi.
    double speed(double psi, double fraction) const;
};

// exp(w) erf(sqrt w) - sqrt(4 w / pi) (1 + 2 w / 3), 0 for w <= 0 (Binney & Tremaine 2008, section 4.3.3)
double king_density(double w);

struct GalaxyModel {
    GalaxyModel();

    ExponentialDisk disk;
    KingSpheroid bulge, halo;
    // By distance from the centre, spherically averaged.
    Curve psi, bulge_mass, halo_mass;
    Curve bulge_radius_of_mass, halo_radius_of_mass;

    double edge() const { return psi.last_x(); }
};

}  // namespace milkomeda
