// Mass model of the stellar disk: exponential in radius with a soft edge, sech^2 in height.
#pragma once

#include <vector>

#include "data/galaxies/galaxy_spec.hpp"
#include "data/galaxies/piecewise_linear.hpp"

namespace milkomeda {

// Values are in model units. R is the distance from the axis, r the distance from the center.
class ExponentialDisk {
  public:
    explicit ExponentialDisk(const DiskSpec& spec);

    const DiskSpec& spec() const { return spec_; }
    double mass() const { return spec_.mass; }
    double scale_height() const { return spec_.scale_height * spec_.scale_length; }
    // Returns the outer radius, six edge widths beyond the edge; a fraction of 1e-9 of the mass is outside.
    double outermost() const { return (spec_.edge + 6 * spec_.edge_width) * spec_.scale_length; }

    double surface_density(double R) const;
    double mass_inside_sphere(double r) const;

    // Returns the acceleration toward the axis, averaged over the disk's thickness, with the Plummer softening length
    // `softening`.
    double inward_force(double R, double softening = 0) const;

  private:
    double shape(double R) const;

    DiskSpec spec_;
    double central_surface_density_ = 1;
    PiecewiseLinear mass_inside_radius_;
    double ring_width_;
    std::vector<double> ring_masses_;  // masses of the rings of equal width that represent the disk
};

// Returns the height |z| below which the fraction `fraction` of a sech^2 layer's mass lies.
double sech2_height(double fraction, double scale_height);

}  // namespace milkomeda
