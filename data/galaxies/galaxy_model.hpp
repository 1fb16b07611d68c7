// Equilibrium model of a galaxy: spheroids with isotropic velocities in the common potential of all spheroids
// and an exponential disk.
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
    std::string_view name;  // name of the component: bulge, halo or stars
    double mass;
    PiecewiseLinear mass_inside, radius_of_mass;
    double cutoff;  // potential psi at which the density vanishes
    // distribution of v / v_max at each potential psi, where v_max = sqrt(2 (psi - cutoff)) is the largest speed
    InverseCdfTable relative_speeds;
    // one-dimensional velocity dispersion, if the velocities are normally distributed
    std::optional<double> dispersion = {};

    // Returns the speed below which the fraction `fraction` of the bodies at potential psi moves.
    double speed(double psi, double fraction) const;
};

struct GalaxyModel {
    // Throws std::invalid_argument if the specification has no equilibrium with isotropic velocities.
    explicit GalaxyModel(const GalaxySpec& spec);

    std::optional<ExponentialDisk> disk;  // stars and gas together
    std::optional<GasSpec> gas;
    std::vector<Spheroid> spheroids;  // in the order bulge, halo, stars
    PiecewiseLinear psi;              // potential as a function of the distance from the center

    double edge() const { return psi.last_x(); }
    double spheroids_inside(double r) const;
    double mass() const;
    double gas_mass() const;
    double stellar_share() const;  // share of the disk's mass that is stars

  private:
    void add(std::string_view name, const SpheroidSpec& spec, const RadialProfiles& profiles, std::size_t i);
};

}  // namespace milkomeda
