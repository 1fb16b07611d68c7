// The distribution function of the disk's stars.
#pragma once

#include <vector>

#include "data/galaxies/disk_kinematics.hpp"
#include "data/galaxies/inverse_cdf_table.hpp"
#include "data/galaxies/piecewise_linear.hpp"

namespace milkomeda {

// f(E, L) = S(L) exp(-(E - E_circular(L)) / sigma^2(L)) in the plane (Shu 1969, ApJ 158, 505), without stars
// that turn backwards; up and down the stars of one L are isothermal, with a sigma_z(L) of their own. As
// Kuijken & Dubinski (1995) do, S and sigma_z are corrected until surface density and thickness are those
// asked for. A star is named by its guiding radius, that of the circular orbit with its angular momentum.
// Most stars at R come from further in, where there are more of them, so that they lag behind the circular
// speed, with a long tail towards slow ones.
class DiskDistribution {
  public:
    explicit DiskDistribution(const DiskKinematics& kinematics);

    // The distance from the axis inside which this fraction of the stars lies.
    double radius_enclosing(double fraction) const { return radius_of_fraction_(fraction); }
    // The guiding radius below which this fraction of the stars at R lies.
    double guiding_radius(double R, double fraction) const { return guiding_radii_(R, fraction); }
    double angular_momentum(double guiding_radius) const { return angular_momentum_(guiding_radius); }
    // The dispersion of the radial velocities of stars with one guiding radius: they are Gaussian.
    double radial_dispersion(double guiding_radius) const { return radial_dispersion_(guiding_radius); }
    double vertical_dispersion(double guiding_radius) const { return vertical_dispersion_(guiding_radius); }
    // The dispersion of all stars at R together.
    double mean_vertical_dispersion(double R) const { return mean_vertical_dispersion_(R); }

  private:
    PiecewiseLinear radius_of_fraction_, angular_momentum_, radial_dispersion_, vertical_dispersion_,
        mean_vertical_dispersion_;
    InverseCdfTable guiding_radii_;
};

}  // namespace milkomeda
