#include "app/diagnostics/drift_alarm.hpp"

#include "data/text/text_number.hpp"

namespace milkomeda {

std::string why_not_conserved(const SimulationParameters& parameters) {
    if (parameters.damping != 1) return "energy is not conserved by design: damping removes it";
    if (scheme_of(parameters.integrator).order < 2)
        return "energy is not conserved by design: " + std::string{name_of(parameters.integrator)} +
               " is of first order; leapfrog conserves it";
    if (parameters.fraction_denominator > 1)
        return "energy is not conserved by design: forces come from a fraction of the bodies";
    return {};
}

std::string drift_words(double energy_error, double bound, const SimulationParameters& parameters) {
    return "energy has drifted by " + short_number(static_cast<float>(100 * energy_error)) + " % (bound " +
           short_number(100 * bound) + " %): try a timestep smaller than " + short_number(parameters.timestep) +
           ", or a softening larger than " + short_number(parameters.softening);
}

}  // namespace milkomeda
