#include "app/commands/advance_to.hpp"

#include <cmath>
#include <optional>

#include "app/output/progress.hpp"

namespace milkomeda {

double advance_to(Simulation& simulation, const SimulationParameters& parameters, double time,
                  const std::string& what) {
    constexpr double rounding = 1e-6;  // of a step: times are sums of many steps
    constexpr double progress_seconds = 0.2;
    const auto steps_left = [&] {
        return static_cast<long>(
            std::floor((time - simulation.status().time) / parameters.timestep + rounding));
    };
    const long steps = steps_left();
    std::optional<Progress> progress;
    if (!what.empty() && steps > 0) progress.emplace(what, "steps", static_cast<double>(steps));
    for (long left = steps; left > 0 && simulation.status().tier != Tier::none; left = steps_left()) {
        simulation.advance(parameters, {progress_seconds, left});
        if (progress && simulation.synchronised())
            progress->update(static_cast<double>(steps - steps_left()));
    }
    return std::max(0.0, time - simulation.status().time);
}

}  // namespace milkomeda
