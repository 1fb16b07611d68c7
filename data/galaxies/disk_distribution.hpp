// Distribution function of the stars in a disk.
#pragma once

#include "data/galaxies/disk_kinematics.hpp"
#include "data/galaxies/inverse_cdf_table.hpp"
#include "data/galaxies/piecewise_linear.hpp"

namespace milkomeda {

// In the plane: f(E, L) = S(L) exp(-(E - E_circular(L)) / sigma^2(L)) (Shu 1969, ApJ 158, 505), without
// counter-rotating stars. Vertically, the stars of each L are isothermal with dispersion sigma_z(L). S and
// sigma_z are corrected iteratively until surface density and thickness match the specification, as in
// Kuijken & Dubinski (1995). The guiding radius of a star is the radius of the circular orbit with the star's
// angular momentum. Most stars at R have smaller guiding radii, because the density increases inward. The
// mean rotation is therefore slower than the circular speed, with a long tail of slow stars.
class DiskDistribution {
  public:
    explicit DiskDistribution(const DiskKinematics& kinematics);

    // Returns the distance from the axis that encloses the fraction `fraction` of the stars.
    double radius_enclosing(double fraction) const { return radius_of_fraction_(fraction); }
    // Returns the quantile `fraction` of the guiding radii of the stars at the distance R from the axis.
    double guiding_radius(double R, double fraction) const { return guiding_radii_(R, fraction); }
    double angular_momentum(double guiding_radius) const { return angular_momentum_(guiding_radius); }
    // Returns the dispersion of the normally distributed radial velocities at a guiding radius.
    double radial_dispersion(double guiding_radius) const { return radial_dispersion_(guiding_radius); }
    double vertical_dispersion(double guiding_radius) const { return vertical_dispersion_(guiding_radius); }
    // Returns the vertical velocity dispersion of all stars at R.
    double mean_vertical_dispersion(double R) const { return mean_vertical_dispersion_(R); }

  private:
    PiecewiseLinear radius_of_fraction_, angular_momentum_, radial_dispersion_, vertical_dispersion_,
        mean_vertical_dispersion_;
    InverseCdfTable guiding_radii_;
};

}  // namespace milkomeda
