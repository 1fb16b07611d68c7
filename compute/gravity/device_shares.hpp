// Several devices take shares of a sum in proportion to their measured rates.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compute/gravity/solver.hpp"

namespace milkomeda {

// A device at work: its solver, the queue that it enqueues on, and positions there.
struct Worker {
    Solver& solver;
    cl::CommandQueue queue;
    cl::Buffer positions;
};

// Pairs per second of each while all that gain by it work at the same time; 0 for the others. Devices may
// share silicon (two drivers of one CPU do): then the faster one alone can be faster than both. So the
// fastest begins, and each of the others stays if the sum of rates rises by half of its own at least. Takes
// some 0.1 s for each device, or a few of the smallest slices of a slow one.
std::vector<double> measure_rates(std::span<const Worker> workers);

// Shares in proportion to the rates, as whole multiples of 1/(16 n) for n devices; they add up to 1. So rates
// that differ a little from run to run mostly give the same shares, and those the same bits; devices that
// differ by less than 3 % share alike. A device that would have less than half a multiple gets nothing.
std::vector<double> divide(std::span<const double> rates);

// "37.5 %"
std::string percent(double share);

}  // namespace milkomeda
