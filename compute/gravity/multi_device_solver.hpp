// Divides one direct sum among several devices, which may belong to different platforms.
#pragma once

#include <memory>
#include <vector>

#include "compute/gravity/tunable_solver.hpp"

namespace milkomeda {

// The first device holds positions and accelerations, as in make_direct_solver(); each secondary device has a
// context of its own. For each sum, positions go to the secondary devices and their results come back through
// page-locked host memory. Results differ from a single device's only by rounding; parts are added in the
// order of the devices, so equal shares give equal bits.
//
// `kernel` is the first device's kernel (its default if it has no variant). Secondary devices of the same
// model use the same kernel; other models use their best kernel with blocks of the same size. All devices use
// one-sided variants if a device cannot use that block size or cannot hold the partial sums; description()
// then says so.
//
// `shares` has one number per device, with sum 1. Empty shares are measured here; the first device then works
// alone if that is faster. Throws as make_direct_solver(), std::runtime_error if the bodies do not fit into a
// secondary device's memory, and std::invalid_argument for invalid shares.
std::unique_ptr<TunableSolver> make_multi_device_solver(const SolverContext& context,
                                                        const KernelChoice& kernel,
                                                        std::vector<double> shares = {});

}  // namespace milkomeda
