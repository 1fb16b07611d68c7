// How the stars of the disk move: dispersions and mean rotation at each radius, from the Jeans equations.
#pragma once

#include <vector>

#include "data/galaxy_model.hpp"

namespace milkomeda {

class DiskKinematics {
  public:
    explicit DiskKinematics(const GalaxyModel& model);

    struct At {
        double circular_speed;  // in the plane
        double epicycle_frequency;
        double radial_dispersion, azimuthal_dispersion, vertical_dispersion;
        // What the disk's own pull and the dispersions' pressure add to the square of the mean rotation.
        double own_rotation_squared;
    };
    At at(double R) const;

    // The mean rotation at R and height z, where the spheroids pull less than in the plane.
    double mean_rotation(double R, double z) const { return mean_rotation(at(R), R, z); }
    double mean_rotation(const At& kinematics, double R, double z) const;

    double toomre_q(double R) const;

  private:
    const GalaxyModel& model_;
    std::vector<At> table_;
};

}  // namespace milkomeda
