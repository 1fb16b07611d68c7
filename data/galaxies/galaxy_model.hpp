// Model of a galaxy in equilibrium: spheroids with isotropic velocities in their common potential with an
// exponential disk.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "data/galaxies/exponential_disk.hpp"
#include "data/galaxies/galaxy_spec.hpp"
#include "data/galaxies/inverse_cdf_table.hpp"
#include "data/galaxies/king_model.hpp"
#include "data/galaxies/piecewise_linear.hpp"

namespace milkomeda {

struct Spheroid {
    std::string_view name;  // bulge, halo, stars
    double mass;
    PiecewiseLinear mass_inside, radius_of_mass;
    double cutoff;                          // potential psi at which the density vanishes
    InverseCdfTable relative_speeds;        // speeds by psi, relative to the maximum speed there
    std::optional<double> dispersion = {};  // one-dimensional velocity dispersion, if all speeds are Gaussian

    // Speed below which this fraction of the bodies moves at potential psi.
    double speed(double psi, double fraction) const;
};

struct GalaxyModel {
    // Throws std::invalid_argument if the specification has no equilibrium of this kind.
    explicit GalaxyModel(const GalaxySpec& spec);

    std::optional<ExponentialDisk> disk;
    std::vector<Spheroid> spheroids;  // in the order bulge, halo, stars
    PiecewiseLinear psi;              // potential by distance from the center

    double edge() const { return psi.last_x(); }
    double spheroids_inside(double r) const;
    double mass() const;

  private:
    void add(std::string_view name, const SpheroidSpec& spec, const RadialProfiles& profiles, std::size_t i);
};

}  // namespace milkomeda
