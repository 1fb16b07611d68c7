// Adds the kernel that the program would choose by itself to a bench report.
#pragma once

#include "compute/bench/bench_field.hpp"

namespace milkomeda {

// Marks the autotuner's choice in the report, or adds it. The choice and the fastest result are timed again
// in turns, because the machine may have been busy during one of the first timings.
void measure_choice(BenchContext& context, BenchField& field, BenchReport& report);

}  // namespace milkomeda
