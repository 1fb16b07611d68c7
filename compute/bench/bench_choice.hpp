// The kernel that Milkomeda would choose by itself, among the results of a bench.
#pragma once

#include "compute/bench/bench_field.hpp"

namespace milkomeda {

// Marks the autotuner's choice in the report, or adds it. The choice and the fastest result are timed again,
// in turns, since the machine may have been busy when it was one's turn.
void measure_choice(BenchContext& place, BenchField& field, BenchReport& report);

}  // namespace milkomeda
