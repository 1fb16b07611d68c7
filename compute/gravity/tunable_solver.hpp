// A solver whose kernel can be chosen, and so be tuned by timing.
#pragma once

#include "compute/gravity/solver.hpp"
#include "compute/kernels/kernel_choice.hpp"

namespace milkomeda {

class TunableSolver : public Solver {
  public:
    // The kernel in use: of the first device if there are several. It differs from the chosen kernel if that
    // would need too much memory.
    virtual KernelChoice kernel() const = 0;
};

}  // namespace milkomeda
