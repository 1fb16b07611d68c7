// What a galaxy is made of: plain values in model units (data/base/units.hpp), as scenes name them.
#pragma once

#include <optional>

namespace milkomeda {

// Exponential in radius with a soft edge, sech^2 in height. Lengths are in scale lengths.
struct DiskSpec {
    double mass = 0;
    double scale_length = 1;
    double scale_height = 0.1;
    double edge = 5;
    double edge_width = 0.5;
    // How much the stars move at random: Toomre's Q where it is least, or the radial dispersion in the
    // center.
    double toomre_q = 1.5;
    std::optional<double> radial_dispersion;
    std::optional<double> bodies;  // weight of its share; the generator's choice when empty

    bool operator==(const DiskSpec&) const = default;
};

enum class Profile { king, hernquist, nfw, plummer, uniform };

struct SpheroidSpec {
    std::optional<Profile> profile;
    double mass = 0;
    double radius = 1;           // the scale radius a of the profile
    std::optional<double> edge;  // where it is cut off, smoothly; ten radii when empty
    // King models follow from these instead, and from the galaxy's central potential.
    double dispersion = 0;
    double cutoff = 0;  // the potential at which it ends
    double central_density = 0;
    // For a uniform sphere alone, which is in no equilibrium: its own 2 K / |W|.
    double virial_ratio = 0;
    std::optional<double> bodies;

    bool operator==(const SpheroidSpec&) const = default;
};

struct GalaxySpec {
    double central_potential = 0;  // the depth psi(0) of King models
    std::optional<DiskSpec> disk;
    std::optional<SpheroidSpec> bulge, halo, stars;

    bool operator==(const GalaxySpec&) const = default;
};

}  // namespace milkomeda
