// Devices that share one sum: what each has for it, and which kernels they agree on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compute/gravity/tunable_solver.hpp"

namespace milkomeda {

struct SharingDevice {
    SolverContext context;
    std::unique_ptr<TunableSolver> solver{};
    cl::Buffer positions{};  // empty for the first device, whose positions are the caller's
    double share = 0;        // of the work, from 0 to 1
    WorkRange part{};        // of the sum under way
};

// The first device and the secondary ones, without solvers. Throws std::runtime_error for more bodies than a
// secondary device's memory holds.
std::vector<SharingDevice> sharing_devices(const SolverContext& context);

// Makes all solvers, as make_multi_device_solver() says; returns what is to be said of the choice, if
// anything.
std::string make_solvers(std::vector<SharingDevice>& devices, KernelChoice kernel);

}  // namespace milkomeda
