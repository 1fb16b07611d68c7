// The solvers that there are, a row each: a new one is its own two files and a row in solvers.cpp.
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
    std::string_view name;  // --solver
    std::string_view idea;  // one line for people
    // Throws std::runtime_error for too little memory and for a kernel that does not build.
    std::unique_ptr<Solver> (*make)(const SolverContext& context);
    // The same with a chosen kernel; null where there is nothing to choose.
    std::unique_ptr<TunableSolver> (*make_tuned)(const SolverContext& context, const KernelChoice& kernel);
};

// The default comes first.
std::span<const SolverType> solvers();

// Throws std::invalid_argument with one line that names what there is.
const SolverType& solver_named(std::string_view name);

std::string solver_names();  // with commas between them

// How a simulation's forces are to be computed.
struct SolverChoice {
    const SolverType* type = &solvers().front();
    KernelChoice kernel{};                   // of a solver that can be tuned; without variant its default
    Accuracy accuracy = Accuracy::standard;  // that will be asked for first
    std::optional<bool> multipole{};  // of `auto`: it begins with that method or without; else it times
};

// A solver that is ready to run, and what it was made of.
struct ReadySolver {
    SolverChoice choice;
    std::shared_ptr<Solver> solver;
};

}  // namespace milkomeda
