#include "data/simulation/parameters.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "data/simulation/parameter_table.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

void require(const Parameter& parameter, double value) {
    const Range& range = parameter.setting.valid;
    if (range.contains(value)) return;
    throw std::invalid_argument(
        fmt::format("{} is {:g}; it must lie between {:g} and {:g}", parameter.name, value, range.least, range.most));
}

void require(const Parameter& parameter, const Fraction& fraction) {
    if (std::ranges::find(fraction.denominators, fraction.denominator) != fraction.denominators.end()) return;
    std::vector<std::string> names = fraction.names();
    const std::string last = names.back();
    names.pop_back();
    throw std::invalid_argument(
        fmt::format("{} is 1/{}; it must be {} or {}", parameter.name, fraction.denominator, join(names), last));
}

}  // namespace

void validate(const SimulationParameters& parameters) {
    for (const Parameter& parameter : parameter_table()) {
        const SettingValue value = parameter.field.get(parameters);
        if (const auto* const number = std::get_if<double>(&value)) require(parameter, *number);
        if (const auto* const count = std::get_if<CountOrAuto>(&value); count && *count) require(parameter, **count);
        if (const auto* const fraction = std::get_if<Fraction>(&value)) require(parameter, *fraction);
    }
}

void require_resolved(double time, double timestep) {
    // required number of representable times per step, for an accuracy of 0.1 % of the step
    constexpr double digits_of_a_step = 1e3;
    if (std::abs(time) * std::numeric_limits<double>::epsilon() * digits_of_a_step <= timestep) return;
    throw std::invalid_argument(
        fmt::format("the time {} is too large for a timestep of {}: rounding would distort the timestep",
                    short_number(time), short_number(timestep)));
}

std::vector<std::string> warnings(const SimulationParameters& parameters) {
    // Limits measured on the collision of the Milky Way and Andromeda. Energy is conserved to 1e-4 for dt <= 0.4
    // softening. With an approximation fraction 1/k, each body attracts the others only once in k steps; this causes no
    // heating for k dt <= 0.08. The margin allows values equal to the limits.
    constexpr double margin = 1 + 1e-9;
    std::vector<std::string> lines;
    if (parameters.timestep > 0.4 * parameters.softening * margin)
        lines.push_back(
            fmt::format("timestep {:g} exceeds 0.4 times the softening {:g}: energy will drift in close encounters",
                        parameters.timestep, parameters.softening));
    const double cycle = parameters.fraction_denominator * parameters.timestep;
    if (parameters.fraction_denominator > 1 && cycle > 0.08 * margin)
        lines.push_back(
            fmt::format("fraction 1/{} at timestep {:g}: a cycle through all bodies takes {:g} time units; above 0.08, "
                        "orbits heat up: reduce the timestep",
                        parameters.fraction_denominator, parameters.timestep, cycle));
    if (parameters.fraction_denominator > 1 && parameters.fraction_mode == FractionMode::unscaled)
        lines.push_back(fmt::format("fraction mode unscaled: gravity is {} times too weak, and galaxies fly apart",
                                    parameters.fraction_denominator));
    return lines;
}

}  // namespace milkomeda
