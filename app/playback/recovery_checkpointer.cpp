#include "app/playback/recovery_checkpointer.hpp"

#include <chrono>

#include "data/base/time_budget.hpp"

namespace milkomeda {

void RecoveryCheckpointer::advance(Simulation& simulation) {
    const Clock::time_point start = Clock::now();
    if (!is_arriving_) {
        const bool due = start >= next_ && simulation.status().steps != kept_->steps;
        if (!simulation.is_between_steps() || (!due && !is_whole_wanted_)) return;
        whole_arrives_ = std::exchange(is_whole_wanted_, false);
        simulation.checkpoints().begin_transfer(whole_arrives_);
        is_arriving_ = true;
        seconds_ = 0;
    }
    // Allocate a new checkpoint if the old one is still being written to a file.
    if (arriving_.use_count() > 1) arriving_ = std::make_shared<Checkpoint>();
    const bool has_come = simulation.checkpoints().continue_transfer(*arriving_);
    seconds_ += seconds_since(start);
    if (!has_come) return;
    std::swap(kept_, arriving_);
    if (whole_arrives_) whole_ = kept_;
    is_arriving_ = false;
    const TimeBudget budget{{.share = 0.02, .shortest_interval = 1}};
    next_ = time_in(budget.interval(seconds_));
}

bool RecoveryCheckpointer::is_late() const {
    constexpr std::chrono::seconds patience{2};
    return !is_arriving_ && (is_whole_wanted_ || Clock::now() > next_ + patience);
}

void RecoveryCheckpointer::begin_anew() {
    is_whole_wanted_ |= is_arriving_ && whole_arrives_;  // repeats a request that was not fulfilled
    is_arriving_ = false;
    kept_ = std::make_shared<Checkpoint>();
}

Checkpoint RecoveryCheckpointer::kept() const {
    Checkpoint state = *kept_;
    state.memory.reset();
    return state;
}

}  // namespace milkomeda
