// Mean kinematics of a disk, which the distribution function must reproduce.
#pragma once

#include <vector>

#include "data/galaxies/galaxy_model.hpp"

namespace milkomeda {

// Columns of values by distance from the axis; the radii are more closely spaced near the center.
struct DiskKinematics {
    // `softening` is the Plummer softening length of the attraction.
    explicit DiskKinematics(const GalaxyModel& model, double softening = 0);

    std::vector<double> radii;
    std::vector<double> circular_speed;  // from the radial force averaged over the disk's thickness
    std::vector<double> potential;       // potential of the averaged radial force, 0 at the center
    std::vector<double> epicycle_frequency;
    std::vector<double> surface_density;
    std::vector<double> radial_dispersion, vertical_dispersion;

    double lowest_toomre_q() const;  // smallest Toomre Q between half and four scale lengths

  private:
    double scale_length_;
};

}  // namespace milkomeda
