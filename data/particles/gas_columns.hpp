// Columns of gas in particle files: internal energy per unit mass, density, and smoothing length.
#pragma once

#include <cmath>
#include <filesystem>
#include <limits>

#include "data/particles/particles.hpp"

namespace milkomeda {

// SWIFT states h, twice the standard deviation of the kernel, instead of the radius H at which the kernel ends. H / h
// of the kernel of Milkomeda (Wendland C2 in three dimensions; Dehnen & Aly 2012, MNRAS 425, 1068, table 1).
inline constexpr double smoothing_length_per_h = 1.936492;

// Converts a number of a column of gas to single precision. Returns NaN, which check_gas() refuses, if the number is
// negative or not a finite float.
inline float gas_number(double number) {
    const auto rounded = static_cast<float>(number);
    return rounded >= 0 && std::isfinite(rounded) ? rounded : std::numeric_limits<float>::quiet_NaN();
}

// Throws FileError that names the first particle of gas whose internal energy, density or smoothing length is NaN or
// infinite.
void check_gas(const std::filesystem::path& file, const ParticleSet& particles);

// Columns of gas whose values are known for all particles of gas, except those that have become stars. A file contains
// only complete columns.
struct CompleteGasColumns {
    bool energies = false, densities = false, lengths = false;

    bool any() const { return energies || densities || lengths; }
    bool all() const { return energies && densities && lengths; }
};
CompleteGasColumns complete_gas_columns(const ParticleSet& particles);

// Returns the internal energy per unit mass of ionized gas (mean molecular weight 0.6, adiabatic index 5/3) of 1 K, in
// model units.
double energy_per_kelvin();

}  // namespace milkomeda
