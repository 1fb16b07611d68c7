// The devices that share one force evaluation, with their solvers and shares.
#pragma once

#include <memory>
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

}  // namespace milkomeda
