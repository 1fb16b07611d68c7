// The solver of a run and the solvers before it, which are needed to undo the steps taken with them.
#pragma once

#include <memory>
#include <vector>

#include "compute/gravity/solver.hpp"
#include "compute/gravity/solvers.hpp"
#include "compute/simulation/run_device.hpp"

namespace milkomeda {

// Builds a solver for the field bodies of the run. May be called in another thread while steps go on. Throws
// std::runtime_error if the device has too little memory or a kernel does not build.
ReadySolver build_solver(const RunDevice& device, const SolverChoice& choice, const ReadAsset& read);

// Solvers are numbered within a run, from 0 (StepConfig::solver).
class SolverHistory {
  public:
    explicit SolverHistory(ReadySolver first) : present_{0, std::move(first)} {}

    Solver& solver() const { return *present_.solver.solver; }
    int number() const { return present_.number; }
    // Choice that the present solver was built from, with the kernel that it has chosen itself; without a
    // variant if the solver does not choose kernels.
    SolverChoice choice() const;

    // Continues with a new solver. The last three solvers are kept, because each holds device memory.
    void replace(ReadySolver with);
    // Continues with a solver that is kept.
    void use(int number);
    bool has(int number) const;

  private:
    struct Numbered {
        int number;
        ReadySolver solver;
    };
    Numbered present_;
    std::vector<Numbered> past_;
    int made_ = 1;
};

}  // namespace milkomeda
