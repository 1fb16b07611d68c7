// Converts the results of a bench into charts.
#pragma once

#include <vector>

#include "app/commands/chart.hpp"
#include "compute/bench/bench.hpp"

namespace milkomeda {

std::vector<Chart> charts_of(const BenchReport& report, const std::string& device);

}  // namespace milkomeda
