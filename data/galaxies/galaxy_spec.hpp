// Specification of a galaxy in model units (data/base/units.hpp), with the names that scenes use.
#pragma once

#include <optional>

namespace milkomeda {

// Exponential in radius with a soft edge, sech^2 in height. All other lengths are in units of scale_length.
struct DiskSpec {
    double mass = 0;
    double scale_length = 1;
    double scale_height = 0.1;
    double edge = 5;
    double edge_width = 0.5;
    // Random motions of the stars: the minimum of Toomre's Q, or the radial dispersion in the center.
    double toomre_q = 1.5;
    std::optional<double> radial_dispersion;
    // weight of the component's share of bodies; empty: chosen by the generator
    std::optional<double> bodies;

    bool operator==(const DiskSpec&) const = default;
};

enum class Profile { king, hernquist, nfw, plummer, uniform };

struct SpheroidSpec {
    std::optional<Profile> profile;
    double mass = 0;
    double radius = 1;           // scale radius a of the profile
    std::optional<double> edge;  // radius of the smooth cutoff; empty: ten scale radii
    // King models are defined by the next three values, and by the galaxy's central potential, instead.
    double dispersion = 0;
    double cutoff = 0;  // potential at which the model ends
    double central_density = 0;
    // Virial ratio 2 K / |W|, only for a uniform sphere, which is not in equilibrium.
    double virial_ratio = 0;
    std::optional<double> bodies;

    bool operator==(const SpheroidSpec&) const = default;
};

struct GalaxySpec {
    double central_potential = 0;  // depth psi(0) of the potential for King models
    std::optional<DiskSpec> disk;
    std::optional<SpheroidSpec> bulge, halo, stars;

    bool operator==(const GalaxySpec&) const = default;
};

}  // namespace milkomeda
