#include "compute/simulation/solver_slot.hpp"

#include <utility>

#include "compute/simulation/step_executor.hpp"

namespace milkomeda {

ReadySolver SolverSlot::build(const SolverChoice& choice, const ReadAsset& read) const {
    return executor_->build(choice, read);
}

void SolverSlot::use(ReadySolver solver) {
    executor_->replace(std::move(solver));
    executor_->rate = {};
}

SolverChoice SolverSlot::choice() const {
    return executor_ ? executor_->choice() : SolverChoice{};
}

int SolverSlot::number() const {
    return executor_ ? executor_->solver_number() : 0;
}

bool SolverSlot::is_prepared(const SimulationParameters& parameters) const {
    return !executor_ || parameters.integrator != Integrator::reversible || executor_->integers.is_ready();
}

void SolverSlot::prepare(const SimulationParameters& parameters) {
    if (!executor_) return;
    if (parameters.integrator == Integrator::reversible)
        executor_->integers.get_ready(choose_fixed_point(initial_->positions, initial_->velocities));
    if (parameters.fraction_denominator > 1 || executor_->solver->target_error() > 0)
        executor_->error_meter.get_ready();
}

void SolverSlot::reload(const ReadAsset& read) {
    if (executor_) executor_->reload(read);
}

}  // namespace milkomeda
