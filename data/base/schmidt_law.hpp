// Schmidt's law of star formation: how fast gas becomes stars.
#pragma once

#include "data/base/units.hpp"

namespace milkomeda {

// The rate is 2.5e-4 solar masses per year and square kiloparsec at 1 solar mass per square parsec, and grows with the
// power 1.4 of the surface density (Kennicutt 1998, ApJ 498, 541, eq. 4). Below 3 solar masses per square parsec, no
// stars form (thresholds of 3 to 10: Schaye 2004, ApJ 609, 667).
struct SchmidtLaw {
    static constexpr double threshold = 3;               // solar masses per square parsec
    static constexpr double power = 0.4;                 // of the rate per mass of gas
    static constexpr double time = 4000 / myr_per_time;  // in which gas of 1 solar mass per square parsec becomes stars
    // In the plane of a disk, gas is about a fifth of the mass; stars compress the layer, too (see
    // surface_density_of_gas()).
    static constexpr double gas_share = 0.2;
};

}  // namespace milkomeda
