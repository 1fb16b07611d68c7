// The potential that both rigid galaxies of an encounter share.
#pragma once

#include <span>
#include <vector>

#include "data/encounter/rigid_galaxy.hpp"

namespace milkomeda {

// Tables of a spherical galaxy of mass 1: halo, disk (as a sphere) and bulge. A galaxy of mass m has m times the
// attraction; the radius of its disk has no influence. The tables have bins of 0.001 up to table_end.
//
// SPAM (Wallin, Holincheck and Harvey 2016, Astronomy and Computing 16, 26): The mass ends at r = 2. A look-up returns
// the value at the bin's upper edge. Beyond r = 10 the last bin is used, as in the published codes.
//
// Milky Way (milky_way_spec()): The mass within r = 2 (30 kpc) is 1; the halo continues to r = 7.9. A look-up returns
// the value at the center of the bin. Beyond r = 10 the attraction falls as 1 / r^2. There is no softening, because the
// density of the bulge is finite.
class GalaxyPotential {
  public:
    explicit GalaxyPotential(RigidGalaxy model);

    RigidGalaxy model() const { return model_; }
    double attraction(double r) const;  // acceleration toward the center
    // Density and velocity dispersion for the friction. Milky Way: density of the halo, and its one-dimensional
    // dispersion by the Jeans equation. SPAM: The published codes divide the enclosed mass by the volume of a single
    // shell and use the variance as the dispersion; the tables contain these values.
    double density(double r) const { return density_[bin(r)]; }
    double dispersion(double r) const { return dispersion_[bin(r)]; }
    double circular_speed(double r, double mass) const;

    // Returns attraction(r) / r, interpolated linearly between the centers of bins, for tables with fewer entries. `r`
    // must be at most mass_edge(); at r = 0 the result is finite.
    double smooth_attraction_over_r(double r) const;
    double mass_edge() const;  // a radius that contains all mass
    // Returns the whole mass. Milky Way: 1.7; SPAM: slightly below 1 because of numerical integration.
    double mass_within_edge() const { return mass_within_edge_; }
    double disk_mass() const { return disk_mass_; }

    static constexpr double bin_width = 1e-3, table_end = 10;
    std::span<const double> attractions() const { return attraction_; }
    std::span<const double> densities() const { return density_; }
    std::span<const double> dispersions() const { return dispersion_; }

  private:
    static std::size_t bin(double r);
    void fill_published(const std::vector<double>& mass);
    void fill_milky_way();

    RigidGalaxy model_;
    std::vector<double> attraction_, density_, dispersion_;
    double mass_within_edge_ = 1, disk_mass_ = 0;
};

// Returns the error function of x >= 0 as a model computes it: the archive code uses a Chebyshev fit with a relative
// error of the complement up to 1.2e-7 (Press et al. 1992, Numerical Recipes, 2nd edition, section 6.2), so that its
// friction of a slow galaxy has no valid digit.
double error_function(RigidGalaxy model, double x);

// Returns the tables of a model. They are computed at the first call.
const GalaxyPotential& potential_of(RigidGalaxy model);

}  // namespace milkomeda
