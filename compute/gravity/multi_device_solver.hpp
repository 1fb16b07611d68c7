// Several devices work on one sum, each on a share of it, whatever platforms they belong to.
#pragma once

#include <memory>
#include <vector>

#include "compute/gravity/tunable_solver.hpp"

namespace milkomeda {

// The place's device holds positions and accelerations, as in make_direct_solver; the secondary ones have
// contexts of their own. Positions go to them and their sums come back through page-locked host memory, once
// for each sum. The accelerations are those of one device but for rounding: parts are added in the order of
// the devices, so the same shares give the same bits.
//
// The kernel is the first device's (without a variant its default). Secondary devices of the same model use
// the same; others their own best one, in blocks of the same size. All use one-sided variants where blocks of
// that size or partial sums are not to be had on one of them, and description() says so.
//
// Shares that are not given are measured now, and the first device does all alone where that is faster. They
// are one number for each device that add up to 1. Throws as make_direct_solver; std::runtime_error for more
// bodies than a secondary device's memory holds; std::invalid_argument for other shares.
std::unique_ptr<TunableSolver> make_multi_device_solver(const SolverContext& context,
                                                        const KernelChoice& kernel,
                                                        std::vector<double> shares = {});

}  // namespace milkomeda
