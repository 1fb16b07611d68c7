// The mass model of the stellar disk: exponential in radius with a soft edge, sech^2 in height.
#pragma once

#include <vector>

#include "data/curve.hpp"
#include "data/dubinski.hpp"

namespace milkomeda {

// Model units; the scale length is the unit of length. R is the distance from the axis, r from the centre.
class ExponentialDisk {
  public:
    static constexpr double mass = dubinski::parts[0].mass;
    static constexpr double edge = 5;
    static constexpr double edge_width = 0.5;
    static constexpr double scale_height = 0.1;
    static constexpr double outermost = 8;  // six edge widths out: 1e-9 of the mass lies beyond

    ExponentialDisk();

    double surface_density(double R) const;
    // d ln(surface density) / d ln R
    double surface_density_slope(double R) const;

    double mass_inside_sphere(double r) const;
    double radius_enclosing(double fraction_of_mass) const {
        return radius_of_mass_(fraction_of_mass * mass);
    }

    // The pull towards the axis, averaged over the disk's thickness.
    double inward_force(double R) const;

  private:
    double central_surface_density_ = 1;
    Curve mass_inside_radius_, radius_of_mass_;
    std::vector<double> ring_masses_;  // the disk cut into rings of equal width
};

// A height |z| below which this fraction of a sech^2 layer lies.
double sech2_height(double fraction, double scale_height);

}  // namespace milkomeda
