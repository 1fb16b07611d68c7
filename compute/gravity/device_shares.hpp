// Divides a sum among several devices in proportion to their measured rates.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compute/gravity/solver.hpp"

namespace milkomeda {

// A device's solver, its queue, and the positions in its memory.
struct Worker {
    Solver& solver;
    cl::CommandQueue queue;
    cl::Buffer positions;
};

// Returns pairs per second of each worker while all useful workers run together; 0 for workers that are not
// useful. Devices may share hardware (two drivers of one CPU do), so the faster device alone can be faster
// than both. Starting with the fastest, a worker is kept if the sum of rates rises by at least half of its
// own rate. Takes about 0.1 s per device, or a few of the smallest slices on slow devices.
std::vector<double> measure_rates(std::span<const Worker> workers);

// Returns shares in proportion to `rates`, as multiples of 1/(16 n) for n devices, with sum 1. The rounding
// makes shares, and so results, reproducible although rates vary from run to run. Devices whose rates differ
// by less than 3 % get equal shares. A device with less than half a multiple gets 0.
std::vector<double> divide(std::span<const double> rates);

// Formats a share, such as "37.5 %".
std::string percent(double share);

}  // namespace milkomeda
