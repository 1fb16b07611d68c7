#include "compute/simulation/parameters.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace milkomeda {
namespace {

void require(const char* name, double value, const Range& range) {
    if (value >= range.least && value <= range.most) return;  // false for NaN
    char line[128];
    std::snprintf(line, sizeof line, "%s is %g; it must lie between %g and %g", name, value, range.least,
                  range.most);
    throw std::invalid_argument(line);
}

}  // namespace

void validate(const SimulationParameters& parameters) {
    require("timestep", parameters.timestep, timestep_range);
    require("softening", parameters.softening, softening_range);
    require("damping", parameters.damping, damping_range);
    require("gravity", parameters.gravity, gravity_range);
    require("time-per-second", parameters.time_per_second, time_per_second_range);
    if (parameters.steps_per_frame)
        require("steps-per-frame", *parameters.steps_per_frame, steps_per_frame_range);
    if (std::ranges::find(fraction_denominators, parameters.fraction_denominator) ==
        fraction_denominators.end())
        throw std::invalid_argument("fraction is 1/" + std::to_string(parameters.fraction_denominator) +
                                    "; it must be 1, 1/2, 1/4, 1/8 or 1/16");
}

std::vector<std::string> warnings(const SimulationParameters& parameters) {
    // Measured on the collision: energy stays within 1e-4 for dt <= 0.4 softening, and the cycle of the
    // approximation fraction is short enough for k dt <= 0.08. The margin lets the round values pass.
    constexpr double margin = 1 + 1e-9;
    std::vector<std::string> lines;
    char line[160];
    if (parameters.timestep > 0.4 * parameters.softening * margin) {
        std::snprintf(line, sizeof line,
                      "timestep %g is more than 0.4 of softening %g: energy will drift in close encounters",
                      parameters.timestep, parameters.softening);
        lines.emplace_back(line);
    }
    const double cycle = parameters.fraction_denominator * parameters.timestep;
    if (parameters.fraction_denominator > 1 && cycle > 0.08 * margin) {
        std::snprintf(
            line, sizeof line,
            "fraction 1/%d at timestep %g cycles in %g time units (more than 0.08): orbits will heat",
            parameters.fraction_denominator, parameters.timestep, cycle);
        lines.emplace_back(line);
    }
    if (parameters.fraction_denominator > 1 && parameters.fraction_mode == FractionMode::unscaled)
        lines.emplace_back("unscaled fraction, as in 2008: gravity is " +
                           std::to_string(parameters.fraction_denominator) +
                           " times too weak and galaxies come apart");
    return lines;
}

}  // namespace milkomeda
