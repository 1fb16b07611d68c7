// Measures how long a device's driver takes to build the kernels of the direct sum.
#pragma once

#include <functional>

#include "compute/kernels/kernel_choice.hpp"
#include "data/base/inclusion.hpp"

namespace milkomeda {

using BuildTimed = std::function<void(const KernelChoice& kernel, double seconds)>;

// Builds every setting of every kernel that runs on the device. Also runs a slice of each kernel's sum,
// because some drivers compile only when a kernel first runs. Calls `timed` with each result. Throws as
// make_direct_solver().
void bench_build(const Device& device, std::size_t bodies, const ReadAsset& read, const BuildTimed& timed);

}  // namespace milkomeda
