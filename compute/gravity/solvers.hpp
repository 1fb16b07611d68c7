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
class TunableSolver;
struct SolverContext;

struct SolverType {
    std::string_view name;  // value of --solver
    std::string_view idea;  // one line for people
    // Throws std::runtime_error if memory is short or a kernel does not build.
    std::unique_ptr<Solver> (*make)(const SolverContext& context);
    // Makes the solver with a chosen kernel; null if the solver has no kernel variants.
    std::unique_ptr<TunableSolver> (*make_tuned)(const SolverContext& context, const KernelChoice& kernel);
};

// Returns all solvers; the default is the first.
std::span<const SolverType> solvers();

// Throws std::invalid_argument with one line that lists the known solvers.
const SolverType& solver_named(std::string_view name);

std::string solver_names();  // names separated by commas

// How a simulation computes forces.
struct SolverChoice {
    const SolverType* type = &solvers().front();
    KernelChoice kernel{};                   // for tunable solvers; null variant: the default
    Accuracy accuracy = Accuracy::standard;  // accuracy that is requested first
    std::optional<bool> multipole{};         // for `auto`: the method to start with; empty: both are timed
};

// A solver that is ready to run, and the choice it was made from.
struct ReadySolver {
    SolverChoice choice;
    std::shared_ptr<Solver> solver;
};

}  // namespace milkomeda
