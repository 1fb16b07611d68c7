// The devices that share one sum, their solvers and shares.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compute/gravity/tunable_solver.hpp"

namespace milkomeda {

struct SharingDevice {
    SolverContext context;
    std::unique_ptr<TunableSolver> solver{};
    cl::Buffer positions{};  // empty for the first device, which uses the caller's positions
    double share = 0;        // share of the work, 0 to 1
    WorkRange part{};        // part of the current sum
};

// Returns the first device and the secondary devices, without solvers. Throws std::runtime_error if the
// bodies do not fit into a secondary device's memory.
std::vector<SharingDevice> sharing_devices(const SolverContext& context);

// Makes all solvers as make_multi_device_solver() describes. Returns a note about the choice for people, or
// an empty string.
std::string make_solvers(std::vector<SharingDevice>& devices, KernelChoice kernel);

}  // namespace milkomeda
