// Model units of the Dubinski dataset (G = 1), and conversion of times from and to text.
#pragma once

#include <string>
#include <string_view>

namespace milkomeda {

inline constexpr double kpc_per_length = 4.0;
inline constexpr double pc_per_length = 1000 * kpc_per_length;
inline constexpr double km_s_per_velocity = 220.0;
inline constexpr double myr_per_time = 17.78;
inline constexpr double solar_masses_per_mass = 4.50e10;
// Unit of the surface density: solar masses per square parsec for one model mass per model area.
inline constexpr double solar_masses_per_pc2 = solar_masses_per_mass / (1e6 * kpc_per_length * kpc_per_length);

// Converts a surface brightness to V magnitudes per square arcsecond, and back. The surface brightness is in
// (solar luminosities per solar mass) x (model mass per model area). The sun's absolute magnitude in V is
// 4.81 (Willmer 2018, ApJS 236, 47); one parsec at a distance of ten parsecs spans 20626.5 arcseconds.
double v_magnitudes(double luminosity_per_area);
double luminosity_per_area(double v_magnitudes);

// Returns the isothermal speed of sound of ionized gas, whose mean molecular weight is 0.6, in model units.
double isothermal_sound_speed(double kelvin);
// Returns the temperature of ionized gas in kelvin for its pressure divided by its density, which is the square of the
// isothermal speed of sound, in model units.
double gas_temperature(double pressure_per_density);

// Converts "17" (model units), "300Myr" or "1.2Gyr" to model units. Throws std::invalid_argument with a
// message that describes the error.
double parse_time(std::string_view text);

// Formats a model time as "302 Myr" or "1.25 Gyr"; in model units if `has_years` is false, for runs such as mixed boxes
// whose times are not in years.
std::string format_time(double model_time, bool has_years = true);
// Formats a model time in model units, such as "t = 16.98".
std::string format_model_time(double model_time);

// Formats a model time in both units: "t = 22.50 (400 Myr)"; "t = 22.50" if `has_years` is false.
std::string format_time_in_both_units(double model_time, bool has_years = true);

}  // namespace milkomeda
