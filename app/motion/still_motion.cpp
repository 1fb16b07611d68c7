#include "app/motion/still_motion.hpp"

#include <algorithm>
#include <utility>

#include "app/options/usage_error.hpp"

namespace milkomeda {

StillMotion::StillMotion(std::shared_ptr<const Particles> particles, std::string reason)
    : particles_{std::move(particles)}, reason_{std::move(reason)} {}

void StillMotion::play(bool on) {
    if (on) throw UsageError("cannot play: " + reason_);
}

void StillMotion::step() {
    throw UsageError("cannot step: " + reason_);
}

void StillMotion::step_back() {
    throw UsageError("a simulation cannot step back; snapshots of a run can");
}

void StillMotion::go_to(double time, const SimulationParameters&, const std::string&) {
    ahead_ = std::max(0.0, time - particles_->time);
}

Moment StillMotion::moment() {
    return {.time = particles_->time + ahead_,
            .rows_time = particles_->time,
            .time_offset = ahead_,
            .positions = {},
            .velocities = {}};
}

SimulationStatus StillMotion::status() const {
    SimulationStatus status;
    status.tier_reason = reason_;
    status.time = particles_->time;
    return status;
}

}  // namespace milkomeda
