// The direct sum: exact accelerations from all pairs of bodies, or estimates with every k-th body as a source.
#pragma once

#include <memory>
#include <vector>

#include "compute/gravity/solver.hpp"

namespace milkomeda {

// Creates a solver with `kernel`, or with the device's default kernel if `kernel` has no variant. With a symmetric
// variant, the solver uses a one-sided kernel for potentials and for sums over every k-th source. It uses a one-sided
// kernel for all sums if the partial sums of the symmetric variant need too much memory. With secondary devices, calls
// make_multi_device_solver(). Throws std::runtime_error with the compiler's log, and std::invalid_argument for settings
// that the device does not allow.
std::unique_ptr<Solver> make_direct_solver(const SolverContext& context, const KernelChoice& kernel);

// Creates a solver in which the first device stores positions and accelerations, as in make_direct_solver(). Each
// secondary device has its own OpenCL context. For each sum, positions go to the secondary devices and their results
// return through page-locked host memory. Results differ from a single device's results only by rounding. The devices'
// results are added in a fixed order, so two sums with equal shares are identical bit for bit.
//
// `kernel` is the first device's kernel; without a variant, the first device uses its default kernel. Secondary devices
// of the first device's model use the first device's kernel. Devices of a different model use their best symmetric
// kernel with as many bodies per block as the first device. If a device cannot use that block size or cannot store the
// partial sums, all devices use one-sided variants, and description() says so.
//
// `shares` has one number per device, with sum 1. If `shares` is empty, the shares are measured, and the first device
// works alone if that is faster. Throws as make_direct_solver(), std::runtime_error if the bodies do not fit into a
// secondary device's memory, and std::invalid_argument for invalid shares.
std::unique_ptr<Solver> make_multi_device_solver(const SolverContext& context, const KernelChoice& kernel,
                                                 std::vector<double> shares = {});

}  // namespace milkomeda
