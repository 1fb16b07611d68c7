// Specification of a galaxy in model units (data/base/units.hpp), with the names that scene files use.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "data/base/names.hpp"

namespace milkomeda {

// Disk that is exponential in radius with a soft edge, and sech^2 in height. All lengths other than
// scale_length are in units of scale_length.
struct DiskSpec {
    double mass = 0;
    double scale_length = 1;
    double scale_height = 0.1;
    double edge = 5;
    double edge_width = 0.5;
    // Random motions of the stars: radial_dispersion is the dispersion at the center. If radial_dispersion is empty,
    // toomre_q, the minimum of Toomre's Q, determines the dispersion.
    double toomre_q = 1.5;
    std::optional<double> radial_dispersion = {};
    // weight of this component in the division of bodies among components; if empty, the generator chooses the weight
    std::optional<double> bodies = {};

    bool operator==(const DiskSpec&) const = default;
};

// Gas, which replaces a part of the disk's stars. Lengths are in units of the scale length of the disk.
struct GasSpec {
    // share of the disk's mass that is gas; if empty, `mass` is the mass of the gas
    std::optional<double> fraction = {};
    double mass = 0;
    double scale_length = 1.5;
    double edge = 5;
    std::optional<double> bodies = {};  // weight in the division of bodies among components
    // Clouds in which the gas starts; if 0, the gas is spread evenly; if empty, one cloud for 10 million solar masses.
    std::optional<std::size_t> clouds = {};
    std::optional<double> temperature = {};  // at the start, in kelvin; if empty, GasParameters::temperature

    bool operator==(const GasSpec&) const = default;
};

enum class Profile { king, hernquist, nfw, plummer, uniform, isothermal };
template <>
inline constexpr std::array<std::string_view, 6> names<Profile>{"king",    "hernquist", "nfw",
                                                                "plummer", "uniform",   "isothermal"};

struct SpheroidSpec {
    std::optional<Profile> profile;
    double mass = 0;
    double radius = 1;                // scale radius a of the profile
    std::optional<double> edge = {};  // radius of the smooth cutoff; if empty, ten scale radii
    // King models have no analytic profile. The next three values and the galaxy's central potential define a King
    // model.
    double dispersion = 0;
    double cutoff = 0;  // potential psi at which the density becomes zero
    double central_density = 0;
    // Virial ratio 2 K / |W| of a uniform sphere, which is not in equilibrium; unused for other profiles.
    double virial_ratio = 0;
    std::optional<double> bodies = {};

    bool operator==(const SpheroidSpec&) const = default;
};

struct GalaxySpec {
    double central_potential = 0;  // depth psi(0) of the potential for King models
    std::optional<DiskSpec> disk;
    std::optional<GasSpec> gas;  // only together with a disk
    std::optional<SpheroidSpec> bulge, halo, stars;

    bool operator==(const GalaxySpec&) const = default;
};

}  // namespace milkomeda
