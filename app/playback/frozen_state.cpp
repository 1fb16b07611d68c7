#include "app/playback/frozen_state.hpp"

#include <algorithm>
#include <utility>

#include "app/cli/usage_error.hpp"

namespace milkomeda {

FrozenState::FrozenState(std::shared_ptr<const ParticleSet> start, std::string reason, Checkpoint state)
    : start_{std::move(start)}, reason_{std::move(reason)}, state_{std::move(state)} {
    if (state_.positions.empty()) state_.time = start_->time;
}

TransportState FrozenState::state() const {
    return {.time = state_.time, .first_time = state_.time, .last_time = state_.time};
}

TransportLimits FrozenState::limits() const {
    const std::string play = "cannot play: " + reason_, step_back = "cannot step back: " + reason_;
    return {play, "cannot step: " + reason_, step_back, play, step_back};
}

void FrozenState::play(bool on) {
    if (on) throw UsageError(limits().play);
}

void FrozenState::step() { throw UsageError(limits().step); }

void FrozenState::step_back() { throw UsageError(limits().step_back); }

void FrozenState::run_to(double) { throw UsageError("the run cannot continue: " + reason_); }

void FrozenState::restart() {
    state_ = {};
    state_.time = start_->time;
    rows_have_changed_ = true;
    ahead_ = 0;
}

void FrozenState::go_to(double time, const SimulationParameters&, const std::string&) {
    ahead_ = std::max(0.0, time - state_.time);
}

Moment FrozenState::moment() {
    Moment moment{state_.time + ahead_, state_.time, ahead_, {}, {}};
    if (!std::exchange(rows_have_changed_, false)) return moment;
    const bool at_start = state_.positions.empty();
    moment.positions = at_start ? start_->positions : state_.positions;
    moment.velocities = at_start ? start_->velocities : state_.velocities;
    return moment;
}

}  // namespace milkomeda
