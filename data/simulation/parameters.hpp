// What a person may change of the simulation while it runs. Plain values with defaults in place; what else is
// to be known of each stands in data/simulation/parameter_table.cpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"
#include "data/base/range.hpp"

namespace milkomeda {

enum class Integrator {
    leapfrog,          // kick-drift-kick, second order, symplectic
    symplectic_euler,  // kick-drift, first order: the 2008 program
    explicit_euler,    // drift by v dt + a dt^2 / 2, then kick: the 2010 tutorial
    reversible,        // leapfrog on integers: time runs back exactly (docs/time.md)
};
template <>
inline constexpr std::array<std::string_view, 4> names<Integrator>{"leapfrog", "symplectic-euler",
                                                                   "explicit-euler", "reversible"};

// Whether its steps are kick, drift and kick.
constexpr bool is_leapfrog(Integrator integrator) {
    return integrator == Integrator::leapfrog || integrator == Integrator::reversible;
}

// What becomes of the force of one k-th of the bodies.
enum class FractionMode {
    unbiased,  // rescaled by k: right on average
    unscaled,  // as in 2008: gravity is k times too weak, kept for comparison
};
template <>
inline constexpr std::array<std::string_view, 2> names<FractionMode>{"unbiased", "unscaled"};

// How exact the forces of a solver with errors are to be: 99 of 100 bodies have a smaller relative error.
enum class Accuracy {
    draft,     // 1e-2, for pictures: energy is conserved as well as with exact forces
    standard,  // 1e-3
    fine,      // 1e-4
    exact,     // as exact as single precision is: the direct sum
};
template <>
inline constexpr std::array<std::string_view, 4> names<Accuracy>{"draft", "default", "fine", "exact"};

// The 99th percentile of the relative error that an accuracy aims at.
constexpr double target_error(Accuracy accuracy) {
    constexpr std::array errors{1e-2, 1e-3, 1e-4, 0.0};
    return errors[static_cast<std::size_t>(accuracy)];
}

inline constexpr std::array<int, 5> fraction_denominators{1, 2, 4, 8, 16};
inline constexpr Range timestep_range{1e-5, 1};

// Model units, G = 1 where gravity is 1.
struct SimulationParameters {
    double timestep = 0.02;
    double softening = 0.05;  // Plummer's epsilon
    double damping = 1;       // velocities are multiplied by it in every step, after its last kick
    double gravity = 1;
    int fraction_denominator = 1;  // every step sums over one k-th of the bodies, cycling
    FractionMode fraction_mode = FractionMode::unbiased;
    Accuracy accuracy = Accuracy::standard;
    Integrator integrator = Integrator::leapfrog;
    std::optional<int> steps_per_frame{};  // empty: as many as the pace needs
    double time_per_second = 1.2;          // the pace: model time per second of wall clock
    double key_frame_memory = 256;         // MiB, for moments that a window can go back to

    bool operator==(const SimulationParameters&) const = default;
};

// Throws std::invalid_argument with one line that names the parameter, its value and its range.
void validate(const SimulationParameters& parameters);

// Throws std::invalid_argument with one line for a time at which a step would be lost in rounding.
void require_resolved(double time, double timestep);

// Where measured limits of good physics are passed: a line each, for the log and the screen.
std::vector<std::string> warnings(const SimulationParameters& parameters);

}  // namespace milkomeda
