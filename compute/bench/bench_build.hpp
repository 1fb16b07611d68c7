// How long a device's driver takes to build the direct sum's kernels.
#pragma once

#include <functional>

#include "compute/kernels/kernel_choice.hpp"
#include "data/base/inclusion.hpp"

namespace milkomeda {

using BuildTimed = std::function<void(const KernelChoice& kernel, double seconds)>;

// Every setting of every kernel that runs on the device, with its first slice, since some drivers translate a
// kernel only then; `timed` is told each. Throws as make_direct_solver().
void bench_build(const Device& device, std::size_t bodies, const ReadAsset& read, const BuildTimed& timed);

}  // namespace milkomeda
