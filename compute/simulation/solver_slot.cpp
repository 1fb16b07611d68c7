#include "compute/simulation/solver_slot.hpp"

#include <utility>

#include "compute/simulation/device_run.hpp"

namespace milkomeda {

ReadySolver SolverSlot::build(const SolverChoice& choice, const ReadAsset& read) const {
    return build_solver(run_->parts.device, choice, read);
}

void SolverSlot::use(ReadySolver solver) {
    run_->rounds.finish_ahead();
    run_->executor.use(std::move(solver));
}

SolverChoice SolverSlot::choice() const { return run_ ? run_->executor.solver_choice() : SolverChoice{}; }

std::string SolverSlot::name() const { return run_ ? run_->parts.solvers.name() : std::string{}; }

bool SolverSlot::is_prepared(const SimulationParameters& parameters) const {
    return !run_ || !is_reversible(parameters.integrator) || run_->parts.integers.is_ready();
}

void SolverSlot::prepare(const SimulationParameters& parameters) {
    if (!run_) return;
    if (is_reversible(parameters.integrator))
        run_->parts.integers.get_ready(choose_fixed_point(initial_->positions, initial_->velocities));
    if (parameters.fraction_denominator > 1 || run_->parts.solvers.solver().target_error() > 0)
        run_->parts.tolerance.meter().get_ready();
}

void SolverSlot::reload(const ReadAsset& read) {
    if (!run_) return;
    run_->rounds.finish_ahead();
    run_->executor.reload(read);
}

}  // namespace milkomeda
