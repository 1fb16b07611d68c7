// A solver whose kernel can be chosen, and so be searched for by timing.
#pragma once

#include "compute/gravity/solver.hpp"
#include "compute/kernels/kernel_choice.hpp"

namespace milkomeda {

class TunableSolver : public Solver {
  public:
    // The kernel that sums. It is another than the chosen one where that would take too much memory; of
    // several devices it is the first one's.
    virtual KernelChoice kernel() const = 0;
};

}  // namespace milkomeda
