// What a run knows at the end of a step besides its bodies: with it the next steps are the same, bit for bit,
// wherever they are taken from here, and so are those that are undone.
#pragma once

#include <cstddef>
#include <optional>

#include "data/simulation/fixed_point.hpp"
#include "data/simulation/run_log.hpp"

namespace milkomeda {

struct IntegratorState {
    RunLog log;
    int solver = 0;                          // StepConfig::solver of the one that runs
    std::optional<std::size_t> row_outside;  // of the body that has left the range of integers
    // Of the tolerance of a solver's forces, learnt for this accuracy.
    float tolerance_scale = 1;
    Accuracy corrected = Accuracy::standard;
    std::optional<IntegerRows> perturbers{};  // where there are any: their rows are made from these
    PerturberClock perturber_clock{};
};

}  // namespace milkomeda
