// State of the integrator at the end of a step, besides the bodies. Steps that continue from it, forward or
// backward, are bit for bit the same as in the original run.
#pragma once

#include <cstddef>
#include <optional>

#include "data/simulation/fixed_point.hpp"
#include "data/simulation/run_log.hpp"

namespace milkomeda {

struct IntegratorState {
    RunLog log;
    int solver = 0;                          // StepConfig::solver of the running solver
    std::optional<std::size_t> row_outside;  // row of the body that has left the integer range
    // Scale of the solver's tolerance, learnt from measured force errors at the accuracy
    // `tolerance_scale_accuracy`.
    float tolerance_scale = 1;
    Accuracy tolerance_scale_accuracy = Accuracy::standard;
    // integer columns of the perturbers, from which their rows are computed; empty without perturbers
    std::optional<IntegerRows> perturbers{};
    PerturberClock perturber_clock{};
};

}  // namespace milkomeda
