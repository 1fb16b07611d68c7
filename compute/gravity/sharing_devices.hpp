// The devices that share one force evaluation, with their solvers. The force evaluation is divided among the devices in
// proportion to their measured rates.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compute/gravity/solver.hpp"

namespace milkomeda {

struct SharingDevice {
    SolverContext context;
    std::unique_ptr<Solver> solver{};
    cl::Buffer positions{};  // copy of the positions on this device; null for the first device
    double share = 0;        // fraction of the work that this device computes, 0 to 1
    WorkRange part{};        // part of the current sum that this device computes
};

// Returns the first device and the secondary devices, without solvers. Throws std::runtime_error if the
// bodies do not fit into a secondary device's memory.
std::vector<SharingDevice> sharing_devices(const SolverContext& context);

// Creates the solvers of all devices, with kernels as make_multi_device_solver() describes. Returns a note on
// the chosen kernels to show to the user, or an empty string.
std::string make_solvers(std::vector<SharingDevice>& devices, KernelChoice kernel);

// Measures devices (workers), all of which must have positions of bodies in their memory. Returns the rate of each
// worker in pairs per second while the chosen workers run together, and 0 for workers that are not chosen. Two devices
// may share hardware, for example one CPU with two drivers. Then the faster device alone can be faster than the two
// devices together. Starting with the fastest worker, a worker is chosen if it raises the sum of rates by at least half
// of its own rate. Takes about 0.1 s per device; slow devices run a few of their smallest slices.
std::vector<double> measure_rates(std::span<const SharingDevice> workers);

// Returns shares in proportion to `rates`, rounded to multiples of 1/(16 n) for n devices, with sum 1. The
// rounding makes shares and results reproducible, although measured rates vary from run to run. Devices whose
// rates differ by less than 3 % get equal shares. A device whose share rounds to 0 gets no work.
std::vector<double> divide(std::span<const double> rates);

// Formats a share as a percentage, such as "37.5 %".
std::string percent(double share);

}  // namespace milkomeda
