// Measures how long a device's driver takes to build the kernels of the direct sum.
#pragma once

#include <functional>

#include "compute/kernels/kernel_choice.hpp"
#include "data/base/inclusion.hpp"

namespace milkomeda {

using BuildTimed = std::function<void(const KernelChoice& kernel, double seconds)>;

// Builds every setting of every kernel for the device. Also runs a slice of each sum, because some drivers
// compile only at the first run. Calls `timed` with each result. Throws as make_direct_solver().
void bench_build(const Device& device, std::size_t bodies, const ReadAsset& read, const BuildTimed& timed);

}  // namespace milkomeda
