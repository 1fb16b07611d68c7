#include "app/motion/live_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "app/options/usage_error.hpp"
#include "app/output/progress.hpp"

namespace milkomeda {

LiveMotion::LiveMotion(Simulation simulation, double until, const WholeState& state)
    : simulation_{std::move(simulation)}, until_{until}, kept_{state} {
    if (kept_.positions.empty()) return;
    simulation_.go_on_from(kept_);
    transport_.begin_at(kept_.time);
}

void LiveMotion::step_back() {
    throw UsageError("a simulation cannot step back; snapshots of a run can");
}

void LiveMotion::restart() {
    simulation_.reset();
    transport_.reset();
    ahead_ = 0;
    film_goal_.reset();
    kept_ = {};
    keeping_ = false;
}

void LiveMotion::resume(double, bool playing) {
    if (!playing) play(false);
}

void LiveMotion::advance(const SimulationParameters& parameters, const FrameTime& frame) {
    FrameBudget budget = transport_.budget(parameters, frame.seconds, frame.busy_seconds);
    constexpr std::chrono::seconds patience{2};  // for a frame that ends with a step
    const bool keep_is_late = !keeping_ && Clock::now() > keep_next_ + patience;
    if (frame.one_step_only || keep_is_late) budget.steps = std::min(budget.steps, 1L);
    budget.steps = std::min(budget.steps, steps_allowed(frame, parameters));
    if (budget.steps > 0) ahead_ = 0;
    film_goal_.reset();
    const long steps = advance(parameters, budget);
    transport_.completed(steps, time(), until_, parameters);
    keep_state();
}

bool LiveMotion::advance_film(double seconds, const SimulationParameters& parameters,
                              const FrameTime& frame) {
    if (!film_goal_)
        film_goal_ = time() + ahead_ +
                     (parameters.steps_per_frame ? *parameters.steps_per_frame * parameters.timestep
                                                 : parameters.time_per_second * seconds);
    FrameBudget budget = transport_.budget(parameters, frame.seconds, frame.busy_seconds);
    budget.steps = std::max(steps_to(*film_goal_, parameters), synchronised() ? 0L : 1L);
    budget.steps = std::min(budget.steps, steps_allowed(frame, parameters));
    const long steps = advance(parameters, budget);
    transport_.completed(steps, time(), until_, parameters);
    keep_state();
    if (!synchronised() || steps_to(*film_goal_, parameters) > 0) return false;
    ahead_ = std::max(0.0, *film_goal_ - time());
    film_goal_.reset();
    return true;
}

// Once a second, or less often where that would take more than 2 % of the time; a part with every frame. What
// is kept is whole at any moment.
void LiveMotion::keep_state() {
    const Clock::time_point start = Clock::now();
    if (!keeping_) {
        if (start < keep_next_ || !synchronised() || simulation_.status().steps == kept_.steps) return;
        simulation_.begin_state();
        keeping_ = true;
        keep_seconds_ = 0;
    }
    const bool whole = simulation_.move_state(arriving_);
    keep_seconds_ += seconds_since(start);
    if (!whole) return;
    std::swap(kept_, arriving_);
    keeping_ = false;
    const auto pause = std::chrono::duration<double>(std::max(1.0, 50 * keep_seconds_));
    keep_next_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(pause);
}

// A state that is no state any more stops where it is: a person may look at it, and start again.
long LiveMotion::advance(const SimulationParameters& parameters, const FrameBudget& budget) try {
    return simulation_.advance(parameters, budget);
} catch (const UnsoundState& error) {
    transport_.play(false);
    error_ = error.what();
    return 0;
}

std::string LiveMotion::take_error() {
    return std::exchange(error_, {});
}

// Those that end at or before this time.
long LiveMotion::steps_to(double time, const SimulationParameters& parameters) const {
    constexpr double rounding = 1e-6;  // of a step: times are sums of many steps
    return static_cast<long>(std::floor((time - simulation_.status().time) / parameters.timestep + rounding));
}

// A step under way is finished all the same.
long LiveMotion::steps_allowed(const FrameTime& frame, const SimulationParameters& parameters) const {
    if (!frame.last_time) return std::numeric_limits<long>::max();
    return std::max(steps_to(*frame.last_time, parameters), synchronised() ? 0L : 1L);
}

void LiveMotion::go_to(double time, const SimulationParameters& parameters, const std::string& what) {
    constexpr double progress_seconds = 0.2;
    const auto steps_left = [&] { return steps_to(time, parameters); };
    const long steps = steps_left();
    std::optional<Progress> progress;
    if (!what.empty() && steps > 0) progress.emplace(what, "steps", static_cast<double>(steps));
    for (long left = steps; left > 0; left = steps_left()) {
        simulation_.advance(parameters, {progress_seconds, left});
        if (progress && simulation_.synchronised())
            progress->update(static_cast<double>(steps - steps_left()));
    }
    ahead_ = std::max(0.0, time - simulation_.status().time);
}

Moment LiveMotion::moment() {
    const DrawnState drawn = simulation_.drawn();
    return {.time = drawn.time + ahead_,
            .rows_time = drawn.time - drawn.time_offset,
            .time_offset = drawn.time_offset + ahead_,
            .positions = drawn.positions,
            .velocities = drawn.velocities};
}

void LiveMotion::finish_step(const SimulationParameters& parameters) {
    if (!synchronised()) advance(parameters, {.steps = 1});
}

void LiveMotion::measure_accelerations(const SimulationParameters& parameters) {
    simulation_.measure_accelerations(parameters);
}

std::span<const float> LiveMotion::acceleration_magnitudes() const {
    return simulation_.acceleration_magnitudes();
}

std::string LiveMotion::device_text() const {
    const SimulationStatus status = simulation_.status();
    return status.shares.empty() ? status.device : status.shares;
}

}  // namespace milkomeda
