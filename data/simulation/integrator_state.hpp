// State of the integrator at the end of a step, without the bodies. A run that continues from this state,
// forward or backward, equals the original run bit for bit.
#pragma once

#include <cstddef>
#include <optional>

#include "data/simulation/fixed_point.hpp"
#include "data/simulation/run_log.hpp"

namespace milkomeda {

struct IntegratorState {
    RunLog log;
    int solver = 0;                          // number of the solver in use, counted like StepConfig::solver
    std::optional<std::size_t> row_outside;  // row of a body that has left the integer range, if any
    // Tolerance scale: factor on the solver's tolerance, learned from force errors measured while the accuracy was
    // `tolerance_scale_accuracy`.
    float tolerance_scale = 1;
    Accuracy tolerance_scale_accuracy = Accuracy::standard;
    // integer columns of the perturbers; empty without perturbers
    std::optional<IntegerRows> perturbers{};
    PerturberClock perturber_clock{};
};

}  // namespace milkomeda
