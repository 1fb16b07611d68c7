// Gas of a disk galaxy in hydrostatic equilibrium: vertical structure and rotation.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "data/base/multiphase_gas.hpp"
#include "data/galaxies/galaxy_model.hpp"
#include "data/galaxies/inverse_cdf_table.hpp"
#include "data/galaxies/piecewise_linear.hpp"

namespace milkomeda {

// Speed of sound, pressure floor and softened attraction of the gas, in the units of the galaxy model.
struct GasPressure {
    double sound_speed = 0;                   // isothermal speed of sound
    double jeans_mass = 0, jeans_length = 0;  // pressure floor: smallest Jeans mass and length
    double softening = 0;                     // Plummer softening length of the attraction
    // Above this density, young stars raise the pressure (data/base/multiphase_gas.hpp).
    double dense = std::numeric_limits<double>::infinity();
    std::array<double, multiphase_doublings> dense_squares{};

    // Returns pressure / density. The pressure floor is that of kernels/gas/density.cl.
    double per_density(double density) const;
};

// The surface density is exponential with a soft edge. At each distance R from the axis, the density follows from
// hydrostatic equilibrium in the softened attraction of the stars, the spheroids and the gas itself, with the pressure
// of the middle of the layer. The rotation is the circular speed, reduced by the pressure gradient.
class GasDisk {
  public:
    // `model` must have gas.
    GasDisk(const GalaxyModel& model, const GasPressure& pressure);

    // Returns the distance from the axis that encloses the fraction `fraction` of the gas.
    double radius_enclosing(double fraction) const { return radius_of_fraction_(fraction); }
    // Returns the height |z| below which the fraction `fraction` of the gas at the distance R lies.
    double height(double R, double fraction) const { return height_unit(R) * relative_heights_(R, fraction); }
    double rotation_speed(double R) const { return rotation_speed_(R); }
    double circular_speed(double R) const { return circular_speed_(R); }
    double surface_density(double R) const { return disk_.surface_density(R); }
    // Returns the density in the plane of the disk.
    double density(double R) const { return density_(R); }

  private:
    double height_unit(double R) const { return std::max(R, stars_scale_length_); }

    double stars_scale_length_;
    ExponentialDisk disk_;
    PiecewiseLinear radius_of_fraction_, density_, circular_speed_, rotation_speed_;
    InverseCdfTable relative_heights_;  // in units of height_unit()
};

}  // namespace milkomeda
