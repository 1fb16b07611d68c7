// How the stars of the disk move on average: the targets that their distribution function is made for.
#pragma once

#include <vector>

#include "data/galaxies/galaxy_model.hpp"

namespace milkomeda {

// Columns by distance from the axis, closer together towards the center.
struct DiskKinematics {
    explicit DiskKinematics(const GalaxyModel& model);

    std::vector<double> radii;
    std::vector<double> circular_speed;  // in the mean pull over the disk's thickness
    std::vector<double> potential;       // of that pull, 0 in the center
    std::vector<double> epicycle_frequency;
    std::vector<double> surface_density;
    std::vector<double> radial_dispersion, vertical_dispersion;

    double lowest_toomre_q() const;  // between half and four scale lengths

  private:
    double toomre_q(std::size_t row) const;

    double scale_length_;
};

}  // namespace milkomeda
