// A solver whose kernel can be selected, for example by the autotuner.
#pragma once

#include "compute/gravity/solver.hpp"
#include "compute/kernels/kernel_choice.hpp"

namespace milkomeda {

class TunableSolver : public Solver {
  public:
    // Returns the kernel in use; with several devices, the first device's kernel. Differs from the selected
    // kernel if the selected kernel would need too much memory.
    virtual KernelChoice kernel() const = 0;
};

}  // namespace milkomeda
