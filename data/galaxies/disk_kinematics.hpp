// Mean kinematics of the disk: the target of its distribution function.
#pragma once

#include <vector>

#include "data/galaxies/galaxy_model.hpp"

namespace milkomeda {

// Columns by distance from the axis, more closely spaced near the center.
struct DiskKinematics {
    explicit DiskKinematics(const GalaxyModel& model);

    std::vector<double> radii;
    std::vector<double> circular_speed;  // from the radial force averaged over the disk's thickness
    std::vector<double> potential;       // potential of that force, 0 in the center
    std::vector<double> epicycle_frequency;
    std::vector<double> surface_density;
    std::vector<double> radial_dispersion, vertical_dispersion;

    double lowest_toomre_q() const;  // minimum between half and four scale lengths

  private:
    double toomre_q(std::size_t row) const;

    double scale_length_;
};

}  // namespace milkomeda
