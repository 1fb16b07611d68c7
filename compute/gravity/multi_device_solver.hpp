// Divides one direct sum among several devices, which may belong to different platforms.
#pragma once

#include <memory>
#include <vector>

#include "compute/gravity/tunable_solver.hpp"

namespace milkomeda {

// Creates a solver in which the first device stores positions and accelerations, as in make_direct_solver().
// Each secondary device has an OpenCL context of its own. For each sum, positions go to the secondary devices
// and their results return through page-locked host memory. Results differ from a single device's results
// only by rounding. The parts are added in the order of the devices, so equal shares give identical bits.
//
// `kernel` is the first device's kernel; without a variant, the first device's default kernel. Secondary
// devices of the first device's model use this kernel, and other models use their best kernel with blocks of
// equal size. All devices use one-sided variants if a device cannot use that block size or cannot store the
// partial sums; description() then says so.
//
// `shares` has one number per device, with sum 1. If `shares` is empty, the shares are measured, and the
// first device works alone if that is faster. Throws as make_direct_solver(), std::runtime_error if the
// bodies do not fit into a secondary device's memory, and std::invalid_argument for invalid shares.
std::unique_ptr<TunableSolver> make_multi_device_solver(const SolverContext& context, const KernelChoice& kernel,
                                                        std::vector<double> shares = {});

}  // namespace milkomeda
