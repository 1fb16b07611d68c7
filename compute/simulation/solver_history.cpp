#include "compute/simulation/solver_history.hpp"

#include <algorithm>
#include <utility>

#include "compute/gravity/timing_cloud.hpp"

namespace milkomeda {

// Builds the solver and runs its kernels once on dummy bodies. Drivers compile a kernel when it first runs, and neither
// frames nor timings should include the compilation. Also runs a sum over a fraction of the sources, because that sum
// may use a different kernel.
ReadySolver build_solver(const RunDevice& device, const SolverChoice& choice, const ReadAsset& read) {
    SolverContext context{device.kernel_context(), device.particles.field_bodies(), device.secondary, choice.accuracy,
                          choice.multipole};
    context.read = read;
    const std::shared_ptr<Solver> solver = choice.type->make(context, choice.kernel);
    const cl::Buffer positions = dummy_bodies(context, context.bodies);
    for (const unsigned fraction_denominator : {1u, 2u}) {
        if (fraction_denominator > 1 && !solver->takes_fractions()) continue;
        solver->begin(positions, {.fraction_denominator = fraction_denominator, .accuracy = choice.accuracy});
        solver->enqueue_slice(0);
    }
    device.queue.finish();
    solver->finish();
    solver->forget();
    return {choice, solver};
}

// Returns the choice from which `solver` was built, but with the kernel that the solver really uses.
SolverChoice choice_in_use(const ReadySolver& solver) {
    SolverChoice choice = solver.choice;
    choice.kernel = solver.solver->kernel();
    return choice;
}

std::string name_in_use(const ReadySolver& solver) {
    const SolverChoice choice = choice_in_use(solver);
    const std::string name{choice.type->name};
    return choice.kernel.variant ? name + ' ' + to_string(choice.kernel) : name;
}

SolverHistory::SolverHistory(ReadySolver first) : present_{0, std::move(first), {}} {
    present_.name = name_in_use(present_.solver);
}

SolverChoice SolverHistory::choice() const { return choice_in_use(present_.solver); }

void SolverHistory::replace(ReadySolver with) {
    constexpr std::size_t most_kept = 3;
    std::string name = name_in_use(with);
    past_.push_back(std::exchange(present_, {made_, std::move(with), std::move(name)}));
    if (past_.size() > most_kept) past_.erase(past_.begin());
    ++made_;
}

void SolverHistory::use(int number) { std::swap(present_, *std::ranges::find(past_, number, &Numbered::number)); }

bool SolverHistory::has(int number) const {
    return number == present_.number || std::ranges::find(past_, number, &Numbered::number) != past_.end();
}

}  // namespace milkomeda
