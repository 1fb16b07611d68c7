#include "data/base/units.hpp"

#include <fmt/format.h>
#include <cmath>
#include <stdexcept>

#include "data/base/quantity.hpp"

namespace milkomeda {
namespace {

// Zero point of v_magnitudes(). A surface brightness of one solar luminosity per square parsec is 4.81 + 5
// log10(20626.5) = 26.382 magnitudes per square arcsecond. A surface density of one model mass per model area is 4.5e10
// solar masses per (4000 pc)^2, or 2812.5 solar masses per square parsec.
const double v_of_one_per_area =
    4.81 + 5 * std::log10(20626.5) - 2.5 * std::log10(solar_masses_per_mass / (1e6 * kpc_per_length * kpc_per_length));

// Boltzmann's constant and the mean mass of a particle of ionized gas, which is 0.6 hydrogen masses, in SI units.
constexpr double joules_per_kelvin = 1.380649e-23, ionized_particle_mass = 0.6 * 1.67353e-27;
constexpr double m_s_per_velocity = 1000 * km_s_per_velocity;

}  // namespace

double isothermal_sound_speed(double kelvin) {
    return std::sqrt(joules_per_kelvin * kelvin / ionized_particle_mass) / m_s_per_velocity;
}

double gas_temperature(double pressure_per_density) {
    return ionized_particle_mass * pressure_per_density * m_s_per_velocity * m_s_per_velocity / joules_per_kelvin;
}

double v_magnitudes(double luminosity_per_area) { return v_of_one_per_area - 2.5 * std::log10(luminosity_per_area); }
double luminosity_per_area(double v_magnitudes) { return std::pow(10.0, 0.4 * (v_of_one_per_area - v_magnitudes)); }

double parse_time(std::string_view text) {
    if (const auto time = read_quantity(text, {myr_per_time, "Myr"})) return *time;
    throw std::invalid_argument(
        fmt::format("'{}' is not a time: write a number such as 17 (model units), 300Myr or 1.2Gyr", text));
}

std::string format_time(double model_time, bool has_years) {
    if (!has_years) return format_model_time(model_time);
    const double myr = model_time * myr_per_time;
    if (std::abs(myr) < 999.5) return fmt::format("{:.0f} Myr", std::round(myr) + 0.0);  // adding 0.0 avoids "-0 Myr"
    return fmt::format("{:.2f} Gyr", myr / 1000);
}

std::string format_model_time(double model_time) { return fmt::format("t = {:.2f}", model_time); }

std::string format_time_in_both_units(double model_time, bool has_years) {
    const std::string number = format_model_time(model_time);
    return has_years ? fmt::format("{} ({})", number, format_time(model_time)) : number;
}

}  // namespace milkomeda
