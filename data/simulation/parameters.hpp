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

// Scaling of the force when only one k-th of the bodies is summed.
enum class FractionMode {
    unbiased,  // multiplied by k: correct on average
    unscaled,  // not rescaled, as in 2008: gravity is k times too weak; kept for comparison
};
template <>
inline constexpr std::array<std::string_view, 2> names<FractionMode>{"unbiased", "unscaled"};

// Accuracy of approximate solvers: 99 of 100 bodies have a smaller relative force error.
enum class Accuracy {
    draft,     // 1e-2, for pictures: energy is conserved as well as with exact forces
    standard,  // 1e-3
    fine,      // 1e-4
    exact,     // direct sum: exact to single precision
};
template <>
inline constexpr std::array<std::string_view, 4> names<Accuracy>{"draft", "default", "fine", "exact"};

// Target for the 99th percentile of the relative force error.
constexpr double target_error(Accuracy accuracy) {
    constexpr std::array errors{1e-2, 1e-3, 1e-4, 0.0};
    return errors[static_cast<std::size_t>(accuracy)];
}

inline constexpr std::array<int, 5> fraction_denominators{1, 2, 4, 8, 16};
inline constexpr Range timestep_range{1e-5, 1};

// In model units; G = 1 if gravity is 1.
struct SimulationParameters {
    double timestep = 0.02;
    double softening = 0.05;  // Plummer's epsilon
    double damping = 1;       // Velocities are multiplied by it in every step, after the last kick.
    double gravity = 1;
    int fraction_denominator = 1;  // Every step sums over one k-th of the bodies, in turn.
    FractionMode fraction_mode = FractionMode::unbiased;
    Accuracy accuracy = Accuracy::standard;
    Integrator integrator = Integrator::leapfrog;
    std::optional<int> steps_per_frame{};  // empty: as many as the pace needs
    double time_per_second = 1.2;          // pace: model time per second of wall-clock time
    double key_frame_memory = 256;         // MiB for the key frames that a window can go back to

    bool operator==(const SimulationParameters&) const = default;
};

// Throws std::invalid_argument with one line that names the parameter, its value and its range.
void validate(const SimulationParameters& parameters);

// Throws std::invalid_argument with one line if, at this time, a timestep would be lost in rounding.
void require_resolved(double time, double timestep);

// Returns one line per parameter outside the range in which measurements show correct physics, for the log
// and the screen.
std::vector<std::string> warnings(const SimulationParameters& parameters);

}  // namespace milkomeda
