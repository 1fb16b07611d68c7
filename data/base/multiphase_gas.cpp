#include "data/base/multiphase_gas.hpp"

#include <algorithm>
#include <cmath>

#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// CGS units
constexpr double boltzmann = 1.380649e-16, proton_mass = 1.67262e-24, year = 3.15576e7, solar_mass = 1.98841e33,
                 kpc = 3.08568e21;
constexpr double hydrogen = 0.76, helium_per_hydrogen = (1 - hydrogen) / (4 * hydrogen);
constexpr double ionized_weight = 4 / (8 - 5 * (1 - hydrogen)), neutral_weight = 4 / (1 + 3 * hydrogen);

// Parameters of Springel & Hernquist 2003
constexpr double supernovae = 0.1;          // mass of stars that explode at once, per mass of stars
constexpr double supernova_kelvin = 1e8;    // temperature of the ejected gas
constexpr double cloud_kelvin = 1e3;        // temperature of the cold clouds
constexpr double evaporation = 1000;        // evaporated mass per ejected mass, at the threshold
constexpr double star_time = 2.1e9 * year;  // time in which clouds become stars, at the threshold
constexpr double outer_kelvin = 1e4;        // temperature of gas below the threshold

double energy_of(double kelvin, double weight) { return 1.5 * boltzmann * kelvin / (weight * proton_mass); }
double kelvin_of(double energy) { return energy * ionized_weight * proton_mass / (1.5 * boltzmann); }

// Returns the rate at which hydrogen and helium in collisional ionization equilibrium cool, in erg cm^3 / s, divided by
// the square of the number density of hydrogen (Katz, Weinberg & Hernquist 1996, ApJS 105, 19, tables 1 and 2).
double cooling(double kelvin) {
    const double root = std::sqrt(kelvin), T3 = kelvin / 1e3, T5 = kelvin / 1e5, T6 = kelvin / 1e6;
    const auto decay = [&](double barrier) { return std::exp(-barrier / kelvin); };
    const double high = 1 / (1 + std::sqrt(T5)), slow = std::pow(T3, -0.2) / (1 + std::pow(T6, 0.7));
    const double dielectronic = std::pow(kelvin, -1.5) * decay(470000) * (1 + 0.3 * decay(94000));
    // Recombination and ionization by collisions, and the resulting abundances per hydrogen atom.
    const double to_h0 = 8.4e-11 / root * slow, to_he0 = 1.5e-10 * std::pow(kelvin, -0.6353) + 1.9e-3 * dielectronic,
                 to_he1 = 3.36e-10 / root * slow;
    const double from_h0 = 5.85e-11 * root * decay(157809.1) * high,
                 from_he0 = 2.38e-11 * root * decay(285335.4) * high, from_he1 = 5.68e-12 * root * decay(631515) * high;
    const double h0 = to_h0 / (to_h0 + from_h0), h1 = 1 - h0;
    const double first = from_he0 / to_he0, second = first * from_he1 / to_he1;
    const double he0 = helium_per_hydrogen / (1 + first + second), he1 = first * he0, he2 = second * he0;
    const double electrons = h1 + he1 + 2 * he2;
    const double excitation =
        7.5e-19 * decay(118348) * high * h0 + 5.54e-17 * std::pow(kelvin, -0.397) * decay(473638) * high * he1;
    const double ionization =
        root * high *
        (1.27e-21 * decay(157809.1) * h0 + 9.38e-22 * decay(285335.4) * he0 + 4.95e-22 * decay(631515) * he1);
    const double recombination = root * slow * (8.7e-27 * h1 + 3.48e-26 * he2) +
                                 (1.55e-26 * std::pow(kelvin, 0.3647) + 1.24e-13 * dielectronic) * he1;
    const double gaunt = 1.1 + 0.34 * std::exp(-std::pow(5.5 - std::log10(kelvin), 2) / 3);
    const double bremsstrahlung = 1.42e-27 * gaunt * root * (h1 + he1 + 4 * he2);
    return electrons * (excitation + ionization + recombination + bremsstrahlung);
}

// Returns the energy per mass that a unit mass of new stars adds to the hot gas.
double heating() {
    return supernovae * energy_of(supernova_kelvin, ionized_weight) -
           (1 - supernovae) * energy_of(cloud_kelvin, neutral_weight);
}

// Returns the cooling rate per mass and density of gas with this internal energy per mass.
double cooling_of(double energy) { return cooling(kelvin_of(energy)) * std::pow(hydrogen / proton_mass, 2); }

// Returns the threshold in g / cm^3 (eq. 23). There the pressure of the medium continues that of gas at outer_kelvin.
double threshold_density() {
    const double supernova = energy_of(supernova_kelvin, ionized_weight);
    const double clouds = 1 + (evaporation + 1) *
                                  (energy_of(cloud_kelvin, neutral_weight) - energy_of(outer_kelvin, ionized_weight)) /
                                  supernova;
    return clouds / std::pow(1 - clouds, 2) * heating() / (star_time * cooling_of(supernova / evaporation));
}

}  // namespace

double multiphase_threshold() { return threshold_density() * hydrogen / proton_mass; }

double multiphase_threshold_in_model_units() {
    return threshold_density() * std::pow(kpc_per_length * kpc, 3) / (solar_masses_per_mass * solar_mass);
}

double multiphase_temperature(double excess) {
    const double cold = energy_of(cloud_kelvin, neutral_weight);
    // Dense gas forms stars faster, and its clouds evaporate less (eqs. 21 and 22).
    const double time = star_time / std::sqrt(excess), evaporated = evaporation * std::pow(excess, -0.8);
    const double hot = energy_of(supernova_kelvin, ionized_weight) / (evaporated + 1) + cold;
    const double y = time * excess * threshold_density() * cooling_of(hot) / heating();
    const double clouds = 1 + 1 / (2 * y) - std::sqrt(1 / y + 1 / (4 * y * y));
    return kelvin_of((1 - clouds) * hot + clouds * cold);
}

std::array<double, multiphase_doublings> multiphase_squares(double isothermal, double feedback) {
    std::array<double, multiphase_doublings> squares;
    for (std::size_t k = 0; k < squares.size(); ++k) {
        const double speed = isothermal_sound_speed(multiphase_temperature(std::exp2(k)));
        squares[k] = std::max(isothermal, feedback * speed * speed + (1 - feedback) * isothermal);
    }
    return squares;
}

double multiphase_square(const std::array<double, multiphase_doublings>& squares, double excess) {
    const double place = std::clamp(std::log2(excess), 0.0, static_cast<double>(multiphase_doublings - 1));
    const auto k = std::min(static_cast<std::size_t>(place), multiphase_doublings - 2);
    const double part = place - static_cast<double>(k);
    return std::pow(squares[k], 1 - part) * std::pow(squares[k + 1], part);
}

}  // namespace milkomeda
