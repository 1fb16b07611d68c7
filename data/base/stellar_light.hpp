// Light of stars in the V band, in solar luminosities per solar mass (docs/light.md), and their ages.
#pragma once

#include <algorithm>
#include <cmath>

namespace milkomeda {

// Light per mass of components. Disks have young and old stars, bulges old stars. Dark matter emits no light, but halos
// have a small value, so that a halo is visible if the user shows it. Gas has the light of the stars that form from it
// within 500 Myr at the reference rate of star formation: 0.3 of its mass, with 5 solar luminosities per solar mass
// (Bruzual & Charlot 2003, MNRAS 344, 1000: 30 after 10 Myr, 3 after 300 Myr).
inline constexpr double disk_v_light = 0.67, bulge_v_light = 0.4, halo_v_light = 0.005, gas_v_light = 1.5,
                        other_v_light = 0.5;

// Mean ages of the stars in Myr. Disks have formed at a constant rate over 10 Gyr (Twarog 1980, ApJ 242, 242), bulges
// 10 Gyr ago (Zoccali et al. 2003, A&A 399, 931) and halos 12 Gyr ago (Jofre & Weiss 2011, A&A 533, A59).
inline constexpr double disk_age = 5000, bulge_age = 10'000, halo_age = 12'000, other_age = 5000;

// Returns the light per mass of a star that has formed from gas, at this age in Myr. The light of gas already contains
// stars younger than 500 Myr, so the star appears within this time; it fades with the power -0.75 of its age (Bruzual &
// Charlot 2003, fig. 1). Mirrored in shaders/particles/coloring.glsl.
inline double young_star_v_light(double age) {
    return std::clamp(age / 500, 0.0, 1.0) * 3 * std::pow(std::max(age, 300.0) / 300, -0.75);
}

}  // namespace milkomeda
