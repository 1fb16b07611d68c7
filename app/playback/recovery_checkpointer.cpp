#include "app/playback/recovery_checkpointer.hpp"

#include <chrono>

#include "data/base/time_budget.hpp"

namespace milkomeda {

void RecoveryCheckpointer::advance(Simulation& simulation) {
    const Clock::time_point start = Clock::now();
    if (!is_arriving_) {
        const bool due = start >= next_ && simulation.status().steps != newest_->steps;
        if (!simulation.is_between_steps() || (!due && !is_requested_)) return;
        is_requested_arriving_ = std::exchange(is_requested_, false);
        simulation.checkpoints().begin_transfer(is_requested_arriving_);
        is_arriving_ = true;
        seconds_ = 0;
    }
    // If another thread is still writing the old checkpoint in `arriving_` to a file, takes new memory.
    if (arriving_.use_count() > 1) arriving_ = std::make_shared<Checkpoint>();
    const bool is_complete = simulation.checkpoints().continue_transfer(*arriving_);
    seconds_ += seconds_since(start);
    if (!is_complete) return;
    std::swap(newest_, arriving_);
    if (is_requested_arriving_) requested_ = newest_;
    is_arriving_ = false;
    const TimeBudget budget{{.share = 0.02, .shortest_interval = 1}};
    next_ = time_in(budget.interval(seconds_));
}

bool RecoveryCheckpointer::is_late() const {
    constexpr std::chrono::seconds patience{2};
    return !is_arriving_ && (is_requested_ || Clock::now() > next_ + patience);
}

void RecoveryCheckpointer::reset() {
    // If the transfer of a requested checkpoint is incomplete, a checkpoint of the new run answers the request.
    is_requested_ = is_requested_ || (is_arriving_ && is_requested_arriving_);
    is_arriving_ = false;
    newest_ = std::make_shared<Checkpoint>();
}

Checkpoint RecoveryCheckpointer::newest() const {
    Checkpoint state = *newest_;
    state.memory.reset();
    return state;
}

}  // namespace milkomeda
