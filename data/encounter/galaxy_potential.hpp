// The potential that the rigid galaxies of the published encounters share.
#pragma once

#include <span>
#include <vector>

#include "data/encounter/rigid_galaxy.hpp"

namespace milkomeda {

// Tables of a spherical galaxy of mass 1: halo, disk (as a sphere) and bulge (Wallin, Holincheck and Harvey 2016,
// Astronomy and Computing 16, 26). A galaxy of mass m has m times the attraction; the radius of its disk has no
// influence. The mass ends at r = 2. The tables have bins of 0.001; a look-up returns the value at the bin's upper
// edge. Beyond r = 10 the last bin is used, as in the published codes.
class GalaxyPotential {
  public:
    explicit GalaxyPotential(RigidGalaxy model);

    RigidGalaxy model() const { return model_; }
    double attraction(double r) const { return attraction_[bin(r)]; }  // acceleration toward the center
    // Density and velocity dispersion for the friction of galaxy 2. The published codes divide the enclosed mass by the
    // volume of a single shell and use the variance as the dispersion; the tables contain these values.
    double density(double r) const { return density_[bin(r)]; }
    double dispersion(double r) const { return dispersion_[bin(r)]; }
    double circular_speed(double r, double mass) const;

    // Returns attraction(r) / r, interpolated linearly between the centers of bins, for tables with fewer entries. `r`
    // must be at most mass_edge; at r = 0 the result is finite.
    double smooth_attraction_over_r(double r) const;
    static constexpr double mass_edge = 2;
    double mass_within_edge() const { return mass_within_edge_; }  // slightly below 1 because of numerical integration

    static constexpr double bin_width = 1e-3;
    std::span<const double> attractions() const { return attraction_; }
    std::span<const double> densities() const { return density_; }
    std::span<const double> dispersions() const { return dispersion_; }

  private:
    static std::size_t bin(double r);
    void fill(const std::vector<double>& mass);

    RigidGalaxy model_;
    std::vector<double> attraction_, density_, dispersion_;
    double mass_within_edge_ = 1;
};

// Returns the error function of x >= 0 as a model computes it: the archive code uses a Chebyshev fit with a relative
// error of the complement up to 1.2e-7 (Press et al. 1992, Numerical Recipes, 2nd edition, section 6.2), so that its
// friction of a slow galaxy has no valid digit.
double error_function(RigidGalaxy model, double x);

// Returns the tables of a model. They are computed at the first call.
const GalaxyPotential& potential_of(RigidGalaxy model);

}  // namespace milkomeda
