// The present and earlier solvers of a run. A step can only be undone with the solver that computed the step.
#pragma once

#include <string>
#include <vector>

#include "compute/gravity/solver.hpp"
#include "compute/gravity/solvers.hpp"
#include "compute/simulation/run_device.hpp"

namespace milkomeda {

// Builds a solver for the field bodies of the run, which are all bodies except the perturbers. May be called in another
// thread while the run continues. Throws std::runtime_error if the device has too little memory or a kernel does not
// build.
ReadySolver build_solver(const RunDevice& device, const SolverChoice& choice, const ReadAsset& read);

// The solvers of a run are numbered from 0. StepConfig::solver is the number of a solver.
class SolverHistory {
  public:
    explicit SolverHistory(ReadySolver first);

    Solver& solver() const { return *present_.solver.solver; }
    int number() const { return present_.number; }
    // Returns the name of the present solver and, if it has kernel variants, of its kernel: "direct naive:wg=64".
    const std::string& name() const { return present_.name; }
    // Returns the choice from which the present solver was built, with the kernel in use; kernel.variant is
    // null if the solver has no kernel variants.
    SolverChoice choice() const;

    // Continues with a new solver. Keeps only three earlier solvers, because each solver uses device memory.
    void replace(ReadySolver with);
    // Continues with an earlier solver; has(number) must be true.
    void use(int number);
    bool has(int number) const;

  private:
    struct Numbered {
        int number;
        ReadySolver solver;
        std::string name;
    };
    Numbered present_;
    std::vector<Numbered> past_;
    int made_ = 1;
};

}  // namespace milkomeda
