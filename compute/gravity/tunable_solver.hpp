// A solver whose kernel can be selected, for example by the autotuner.
#pragma once

#include <fmt/format.h>

#include "compute/gravity/solver.hpp"
#include "compute/kernels/kernel_choice.hpp"

namespace milkomeda {

class TunableSolver : public Solver {
  public:
    // Returns the kernel in use; with several devices, the first device's kernel. Differs from the selected
    // kernel if the selected kernel would need too much memory.
    virtual KernelChoice kernel() const = 0;
    std::string description() const override { return fmt::format("direct, {}", to_string(kernel())); }
};

}  // namespace milkomeda
