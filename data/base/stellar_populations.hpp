// Light of stellar populations in several bands, and their ages.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "data/base/names.hpp"

namespace milkomeda {

// Bands of a brightness: u, g, r, i and z of the SDSS in AB magnitudes, and Johnson V in Vega magnitudes.
enum class Band { u, g, r, i, z, V };
template <>
inline constexpr std::array<std::string_view, 6> names<Band>{"u", "g", "r", "i", "z", "V"};

// These functions return the light per mass in a band, in the unit in which v_magnitudes() (data/base/units.hpp) gives
// the magnitude of this band: the V light of data/base/stellar_light.hpp, times 10^(0.4 (V - band)). The colors are
// those of simple stellar populations by Bruzual & Charlot (2003, MNRAS 344, 1000; Padova 1994 tracks, Chabrier IMF).
double component_light(std::string_view component, Band band);
double gas_light(Band band);                     // of the stars that form from gas at the reference rate
double young_star_light(double age, Band band);  // of a star of this age in Myr that has formed from gas

// The magnitudes of young stars in a band minus their V magnitudes, at the natural logarithms of ages in Myr. Between
// these ages, the difference is linear in the logarithm; beyond them, it is constant.
struct YoungStarColors {
    static constexpr std::size_t ages = 15;
    std::array<float, ages> log_ages, magnitudes;
};
YoungStarColors young_star_colors(Band band);

// Returns the mean age of the stars of a component in Myr (data/base/stellar_light.hpp).
double component_age(std::string_view component);

}  // namespace milkomeda
