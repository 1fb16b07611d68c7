// The table of solvers. A new solver needs its own header and source file and a row in solvers.cpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compute/kernels/kernel_choice.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

class Solver;
struct SolverContext;

struct SolverType {
    std::string_view name;  // value of the option --solver
    std::string_view idea;  // description of the method, one line to show to the user
    bool has_kernels;       // true if the solver has kernel variants
    // Creates the solver with `kernel`; a null variant selects the default kernel. Solvers without kernel variants
    // ignore `kernel`. Throws std::runtime_error if memory is too small or a kernel does not build.
    std::unique_ptr<Solver> (*make)(const SolverContext& context, const KernelChoice& kernel);
};

// Returns all solver types; the first is the default.
std::span<const SolverType> solvers();

// Returns the solver type `name`. Throws std::invalid_argument with one line that lists all solvers.
const SolverType& solver_named(std::string_view name);

std::string solver_names();  // all names, separated by commas

// The solver that a simulation uses, and its options.
struct SolverChoice {
    const SolverType* type = &solvers().front();
    KernelChoice kernel{};  // kernel of a solver with kernel variants; a null variant selects the default kernel
    Accuracy accuracy = Accuracy::standard;  // accuracy of the first sum
    std::optional<bool> multipole{};         // first method of `auto`, as in SolverContext
};

// A solver that is ready to run, and the choice from which it was created.
struct ReadySolver {
    SolverChoice choice;
    std::shared_ptr<Solver> solver;
};

}  // namespace milkomeda
