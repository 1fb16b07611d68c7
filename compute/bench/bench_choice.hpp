// Adds the kernel that the autotuner chooses to a bench report.
#pragma once

#include "compute/bench/bench_field.hpp"

namespace milkomeda {

// Runs the autotuner and marks its choice in the report, or adds a result for this kernel. Times the choice
// and the fastest kernel alternately, because the machine may have been busy before.
void measure_choice(BenchContext& context, BenchField& field, BenchReport& report);

}  // namespace milkomeda
