// Simulation parameters that the user may change during a run, with their defaults. Labels, ranges and help
// texts are in data/simulation/parameter_table.cpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"
#include "data/base/range.hpp"
#include "data/simulation/integrators.hpp"

namespace milkomeda {

// Scaling of the force if each step sums over only one k-th of the bodies.
enum class FractionMode {
    unbiased,  // forces are multiplied by k, which is correct on average
    // not scaled, as in the original 2008 program: gravity is k times too weak
    unscaled,
};
template <>
inline constexpr std::array<std::string_view, 2> names<FractionMode>{"unbiased", "unscaled"};

// Accuracy of approximate solvers, as the relative force error that 99 % of the bodies do not exceed.
enum class Accuracy {
    draft,     // 1e-2, for pictures; energy is conserved as well as with exact forces
    standard,  // 1e-3
    fine,      // 1e-4
    exact,     // direct summation, exact to single precision
};
template <>
inline constexpr std::array<std::string_view, 4> names<Accuracy>{"draft", "default", "fine", "exact"};

// Returns the target for the 99th percentile of the relative force error.
constexpr double target_error(Accuracy accuracy) {
    constexpr std::array errors{1e-2, 1e-3, 1e-4, 0.0};
    return errors[static_cast<std::size_t>(accuracy)];
}

enum class GasModel {
    off,         // bodies of the gas move like stars
    isothermal,  // the gas keeps its temperature: heat from shocks is radiated at once
    adiabatic,   // the gas keeps its heat
};
template <>
inline constexpr std::array<std::string_view, 3> names<GasModel>{"off", "isothermal", "adiabatic"};

// How gas becomes stars.
enum class GasStars {
    off,      // gas stays gas
    schmidt,  // whole particles become stars by lot, at the rate of Schmidt's law
};
template <>
inline constexpr std::array<std::string_view, 2> names<GasStars>{"off", "schmidt"};

// Parameters of the gas: bodies of the components named "gas" (docs/gas.md).
struct GasParameters {
    GasModel model = GasModel::isothermal;
    double temperature = 1e4;          // of isothermal gas, in kelvin
    double adiabatic_index = 5.0 / 3;  // gamma of adiabatic gas
    double neighbors = 64;             // number of neighbors within the smoothing length
    double viscosity = 2;              // largest coefficient of viscosity
    double floor = 1;                  // factor of the pressure floor
    double most_substeps = 64;         // largest number of substeps per step
    GasStars stars = GasStars::schmidt;
    double star_seed = 1;  // seed of the lots by which gas becomes stars
    // weight, from 0 to 1, of the effective pressure by which young stars act on isothermal gas (multiphase_gas.hpp)
    double feedback = 0;

    // Smallest Jeans mass, in masses of a particle, and smallest Jeans length. A pressure floor keeps the gas above
    // them, because unresolved gas would break into artificial lumps (Bate & Burkert 1997, MNRAS 288, 1060; Robertson &
    // Kravtsov 2008, ApJ 680, 1083).
    double jeans_particles() const { return 2 * neighbors * floor; }
    double jeans_length(double softening) const { return 4 * softening * floor; }

    bool operator==(const GasParameters&) const = default;
};

inline constexpr std::array<int, 5> fraction_denominators{1, 2, 4, 8, 16};
inline constexpr Range timestep_range{1e-5, 1};

// Parameters in model units. The gravitational constant is `gravity`, by default 1.
struct SimulationParameters {
    double timestep = 0.02;
    double softening = 0.05;  // Plummer softening length
    double damping = 1;       // factor on all velocities, applied in every step after the last kick
    double gravity = 1;
    // denominator k of the approximation fraction: every step sums over one k-th of the bodies, a different part each
    // time
    int fraction_denominator = 1;
    FractionMode fraction_mode = FractionMode::unbiased;
    Accuracy accuracy = Accuracy::standard;
    Integrator integrator = Integrator::leapfrog;
    GasParameters gas{};
    // number of steps per frame; if empty, as many steps as time_per_second requires
    std::optional<int> steps_per_frame{};
    double time_per_second = 1.2;  // speed of the run: model time per second of wall-clock time
    // memory in MiB for key frames, from which the window can go back in time
    double key_frame_memory = 256;

    bool operator==(const SimulationParameters&) const = default;
};

// Throws std::invalid_argument with a one-line message that names the parameter, its value and its range.
void validate(const SimulationParameters& parameters);

// Throws std::invalid_argument with a one-line message if rounding of the model time near `time` would distort a
// timestep.
void require_resolved(double time, double timestep);

// Returns a one-line message for each parameter outside the range in which measurements show correct physics.
// The log and the window show these messages.
std::vector<std::string> warnings(const SimulationParameters& parameters);

}  // namespace milkomeda
