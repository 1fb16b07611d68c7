#include "app/playback/live_run.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <stdexcept>

#include "app/cli/usage_error.hpp"
#include "app/io/log.hpp"
#include "app/io/progress.hpp"
#include "app/playback/particle_source.hpp"
#include "data/simulation/run_log.hpp"

namespace milkomeda {
namespace {

constexpr const char* no_key_frame =
    "there are no key frames to go back to, because their memory limit is too small: raise Key frame memory under "
    "Advanced in the Physics drawer";
constexpr double time_rounding = BranchingRun::time_rounding;

}  // namespace

LiveRun::LiveRun(Simulation simulation, double until, const Checkpoint& state)
    : run_{std::move(simulation)}, until_{until}, checkpointer_{state} {
    if (!state.positions.empty()) run_.simulation().checkpoints().restore(state);
    pacer_.begin_at(model_time());
}

TransportState LiveRun::state() const {
    const double time = model_time();
    return {.playing = pacer_.playing() || backward_.is_playing(),
            .moving = pacer_.moving() || backward_.is_playing(),
            .backward = backward_.is_playing(),
            .looping = loops_,
            .time = time,
            .goal = pacer_.goal(),
            .undo_limit = run_.undo_limit(),
            .first_time = run_.has_history() ? run_.history().start().time : time,
            .last_time = run_.has_history() ? run_.history().end().time : time,
            .pace_reached = pacer_.pace_reached(),
            .jumps = run_.picture.jumps};
}

TransportLimits LiveRun::limits() const {
    const RunHistory& history = run_.history();
    const long here = run_.now().steps, target = here - (is_between_steps() ? 1 : 0);
    const bool can_undo = run_.undo_limit().has_value();
    TransportLimits limits;
    if (here <= history.start().steps)
        limits.step_back = "the run cannot go back: this is the start of the run";
    else if (!(can_undo && is_between_steps()) && !history.at_or_before(target))
        limits.step_back = no_key_frame;
    if (!can_undo && !history.nearest(model_time())) limits.play_backward = no_key_frame;
    if (history.branches().size() < 2)
        limits.next_branch = "the run has only one branch: go back and change a setting to begin another branch";
    else if (!history.at_or_before(here))
        limits.next_branch = no_key_frame;
    return limits;
}

bool LiveRun::can_reach(double time) const {
    if (time > model_time()) return true;
    if (const auto first = run_.undo_limit(); first && *first <= time) return true;
    return run_.history().at_or_before_time(time) != nullptr;
}

void LiveRun::play(bool on) {
    pacer_.play(on);
    if (backward_.is_playing() && !on && run_.undo_limit() && !is_between_steps())
        return backward_.end_at(run_.now().steps - 1);  // the run pauses when the incomplete backward step is complete
    const std::optional<double> shown = backward_.stop();
    if (on || !shown || run_.undo_limit()) return;
    // The picture shows a time between two key frames. The bodies at this time are computed from the earlier key frame.
    run_.picture.ahead = 0;
    run_to(*shown);
}

// Goes to a model time. Reaches a past time by undoing steps, or by recomputing steps from an earlier key frame.
void LiveRun::run_to(double time) {
    backward_.stop();
    if (backward_.undo_to(time)) return pacer_.play(false);
    const DeviceSnapshot* const key = run_.history().at_or_before_time(time + time_rounding);
    if (key && time < model_time() - time_rounding) go_to(*key);
    if (time > model_time() + time_rounding) pacer_.run_to(time);
}

// Jumps to the last key frame before the goal of run_to(). This is possible if the history contains the goal and the
// present settings are those recorded for the next step.
bool LiveRun::skip_ahead(const SimulationParameters& parameters) {
    const RunHistory& history = run_.history();
    const std::optional<double> goal = pacer_.goal();
    const long steps = run_.now().steps;
    if (!goal || !is_between_steps() || !history.has_future(steps)) return false;
    if (history.settings_after(steps) != run_.settings(parameters)) return false;
    const DeviceSnapshot* const key = history.at_or_before_time(*goal + time_rounding);
    if (!key || key->steps <= steps) return false;
    go_to(*key);
    pacer_.completed(0, model_time(), until_, parameters);
    return true;
}

void LiveRun::play_backward() {
    require_possible(limits().play_backward);
    pacer_.play(false);
    backward_.begin();
}

// Discards an incomplete step, or undoes the last step, if necessary by recomputing from a key frame.
void LiveRun::step_back() {
    const StepTime here = run_.now();
    const long steps = here.steps - (is_between_steps() ? 1 : 0);
    require_possible(limits().step_back);
    pacer_.play(false);
    if (run_.undo_limit() && is_between_steps()) return backward_.begin(steps);
    const double back = steps < here.steps ? run_.timestep_after(steps, 0) : 0;
    backward_.stop();
    go_to(*run_.history().at_or_before(steps));
    if (run_.now().steps < steps) run_to(here.time - back);
}

void LiveRun::show_nearest(double time) {
    if (backward_.undo_to(time)) return pacer_.play(false);
    const DeviceSnapshot* const key = run_.history().nearest(time);
    if (!key) throw UsageError(no_key_frame);
    backward_.stop();
    pacer_.play(false);
    go_to(*key);
}

void LiveRun::next_branch() {
    require_possible(limits().next_branch);
    const double shown = backward_.stop().value_or(model_time());
    pacer_.play(false);
    run_.go_to_next_branch(shown);
    pacer_.begin_at(model_time());
    run_to(std::min(shown, run_.history().end().time));
}

// Goes to a key frame of the present branch.
void LiveRun::go_to(const DeviceSnapshot& key) {
    if (run_.go_to(key)) pacer_.begin_at(model_time());
}

void LiveRun::restart_if_looping(bool was_playing) {
    if (!loops_ || !was_playing || pacer_.playing() || model_time() < until_) return;
    if (const DeviceSnapshot* const start = run_.history().at_or_before(run_.history().start().steps))
        go_to(*start);
    else
        restart();
    pacer_.play(true);
}

void LiveRun::restart() {
    run_.restart(reset_);
    backward_.stop();
    pacer_.reset();
    pacer_.begin_at(model_time());
    checkpointer_.reset();
}

void LiveRun::advance(const SimulationParameters& parameters, const FrameTime& frame) {
    if (backward_.is_playing()) {
        advance_backward(parameters, frame, std::nullopt);
        return;
    }
    if (skip_ahead(parameters)) return;
    FrameBudget budget = pacer_.budget(parameters, frame.seconds, frame.busy_seconds);
    const bool is_checkpoint_late = checkpointer_.is_late();
    if (frame.one_step_only || is_checkpoint_late) budget.steps = std::min(budget.steps, 1L);
    budget.steps = std::min(budget.steps, steps_allowed(frame, parameters));
    if (budget.steps > 0) run_.picture.ahead = 0;
    run_.picture.video_goal.reset();
    const bool was_playing = pacer_.playing();
    const bool has_goal = pacer_.goal().has_value();
    const long steps = advance(parameters, budget);
    pacer_.completed(steps, model_time(), until_, parameters);
    restart_if_looping(was_playing);
    if (run_.picture.is_finite) checkpointer_.advance(run_.simulation());
    steps_ahead_ = is_checkpoint_late || has_goal ? 0 : steps_to_go_ahead(frame, parameters);
}

// Returns the number of steps that the device may compute while the picture is drawn. The steps must end before the
// run leaves its branch, changes its parameters, pauses or loops, because advance() handles these events.
long LiveRun::steps_to_go_ahead(const FrameTime& frame, const SimulationParameters& parameters) const {
    if (!frame.goes_ahead || frame.one_step_only) return 0;
    const long here = run_.now().steps;
    const RunHistory& history = run_.history();
    if (history.has_future(here) && history.settings_after(here) != run_.settings(parameters)) return 0;
    const long certain = std::min(pacer_.certain(parameters), steps_allowed(frame, parameters));
    return model_time() < until_ ? std::min(certain, steps_to(until_, parameters) - 1) : certain;
}

void LiveRun::go_ahead(const SimulationParameters& parameters) {
    const long most_steps = std::exchange(steps_ahead_, 0);
    if (most_steps <= 0) return;
    run_.picture.ahead = 0;
    const long steps = run_.enqueue_steps(parameters, most_steps);
    pacer_.completed(steps, model_time(), until_, parameters);
}

bool LiveRun::advance_to_video_frame(double seconds, const SimulationParameters& parameters, const FrameTime& frame) {
    if (backward_.is_playing()) return advance_backward(parameters, frame, seconds);
    PictureState& picture = run_.picture;
    std::optional<double>& goal = picture.video_goal;
    if (!goal)
        goal = model_time() + picture.ahead +
               (parameters.steps_per_frame ? *parameters.steps_per_frame * parameters.timestep
                                           : parameters.time_per_second * seconds);
    FrameBudget budget = pacer_.budget(parameters, frame.seconds, frame.busy_seconds);
    budget.steps = std::max(steps_to(*goal, parameters), is_between_steps() ? 0L : 1L);
    budget.steps = std::min(budget.steps, steps_allowed(frame, parameters));
    const long steps = advance(parameters, budget);
    pacer_.completed(steps, model_time(), until_, parameters);
    if (run_.picture.is_finite) checkpointer_.advance(run_.simulation());
    if (!goal) return true;  // the run has stopped, because a state was not finite
    if (!is_between_steps() || steps_to(*goal, parameters) > 0) return false;
    picture.ahead = std::max(0.0, *goal - model_time());
    goal.reset();
    return true;
}

// Plays backward by one frame of the window, or by `video_seconds` of a video. Returns true when the bodies have
// reached the frame.
bool LiveRun::advance_backward(const SimulationParameters& parameters, const FrameTime& frame,
                               std::optional<double> video_seconds) try {
    const bool can_continue = !is_between_steps() || limits().play_backward.empty();
    const auto shown_time = [this] { return run_.simulation().drawn_time() + run_.picture.ahead; };
    const double before = shown_time();
    const bool is_there = backward_.advance(parameters, frame, loops_, video_seconds);
    pacer_.measure_pace(frame.seconds, std::min(0.0, shown_time() - before));  // ignores the forward jump of a loop
    if (!can_continue) play(false);  // all key frames were dropped, because their memory limit was lowered
    pacer_.begin_at(model_time());
    return is_there;
} catch (const NonFiniteState& error) {
    stop(error);
    return true;
}

long LiveRun::advance(const SimulationParameters& parameters, const FrameBudget& budget) try {
    const long steps = run_.advance(parameters, budget);
    take_range_news();
    return steps;
} catch (const NonFiniteState& error) {
    stop(error);
    return 0;
}

// Stops the run at a state that is not finite, so that the user can look at the state and restart.
void LiveRun::stop(const NonFiniteState& error) {
    pacer_.play(false);
    backward_.stop();
    run_.picture.video_goal.reset();
    run_.picture.is_finite = false;
    error_ = error.what();
}

// Logs the message that a body has left the domain of the integers. If the run can no longer go back exactly, shows the
// message as an error instead.
void LiveRun::take_range_news() {
    RangeNews news = run_.simulation().take_news();
    if (news.text.empty()) return;
    if (news.is_exact)
        log_info(news.text);
    else
        error_ = std::move(news.text);
}

// Returns the number of steps that end at or before this time.
long LiveRun::steps_to(double time, const SimulationParameters& parameters) const {
    constexpr double rounding = 1e-6;  // tolerance as a share of a step, for the rounding errors of many steps
    return static_cast<long>(std::floor((time - model_time()) / parameters.timestep + rounding));
}

// Returns the largest number of steps for this frame, at least 1 if a step is incomplete.
long LiveRun::steps_allowed(const FrameTime& frame, const SimulationParameters& parameters) const {
    const long at_least = is_between_steps() ? 0L : 1L;
    long allowed = std::numeric_limits<long>::max();
    if (frame.last_time) allowed = std::max(steps_to(*frame.last_time, parameters), at_least);
    // The steps end where the recorded parameters change, so that the next frame uses the new parameters.
    const long here = run_.now().steps;
    if (const RunHistory& history = run_.history(); history.has_future(here))
        if (const auto changes = run_.simulation().log().settings(here, history.end().steps); changes.size() > 1)
            allowed = std::min(allowed, std::max(changes[1].from.steps - here, at_least));
    return allowed;
}

void LiveRun::go_to(double time, const SimulationParameters& parameters, const std::string& title) {
    constexpr double progress_seconds = 0.2;
    const auto steps_left = [&] { return steps_to(time, parameters); };
    const long steps = steps_left();
    std::optional<Progress> progress;
    if (!title.empty() && steps > 0) progress.emplace(title, "steps", static_cast<double>(steps));
    for (long left = steps; left > 0; left = steps_left()) {
        run_.simulation().advance(parameters, {progress_seconds, left});
        if (progress && is_between_steps()) progress->update(static_cast<double>(steps - steps_left()));
    }
    run_.picture.ahead = std::max(0.0, time - model_time());
}

bool LiveRun::retrace(const RetraceRequest& request) {
    Simulation& simulation = run_.simulation();
    constexpr double slice_seconds = 0.2;
    const auto& [changes, steps, ahead, make_solver] = request;
    if (!std::exchange(retraces_, true))  // before the first call, all steps had the settings in `changes`
        std::ranges::copy_if(changes, std::back_inserter(retraced_),
                             [&](const auto& change) { return change.from.steps < run_.now().steps; });
    const auto [own, other] = std::ranges::mismatch(retraced_, changes);
    long common = steps;
    if (own != retraced_.end()) common = std::min(common, own->from.steps);
    if (other != changes.end()) common = std::min(common, other->from.steps);
    retraced_.erase(own, retraced_.end());
    retraced_.insert(retraced_.end(), other, changes.end());
    if (run_.now().steps > common) ++run_.picture.jumps;
    while (run_.now().steps > common && run_.undo_limit())
        simulation.go_back({slice_seconds, run_.now().steps - common});
    if (run_.now().steps > common) reset_(simulation);
    if (run_.now().steps > common) throw std::runtime_error("the recorded moment lies before the start of the run");
    while (run_.now().steps < steps) {
        const auto next = std::ranges::upper_bound(changes, run_.now().steps, {},
                                                   [](const SettingsChange& change) { return change.from.steps; });
        if (next == changes.begin()) throw std::runtime_error("the settings of the steps were not recorded");
        const StepConfig& config = std::prev(next)->config;
        if (config.solver_name != simulation.solver_slot().name() && make_solver)
            simulation.solver_slot().use(make_solver(config.solver_name));
        simulation.set_external_mass(config.external_mass);
        const long to = next == changes.end() ? steps : std::min(steps, next->from.steps);
        simulation.advance(config.parameters, {slice_seconds, to - run_.now().steps});
        take_range_news();
    }
    run_.picture.ahead = ahead;
    return true;
}

Moment LiveRun::moment() {
    const DrawnRows drawn = run_.simulation().drawn();
    return {.time = drawn.time + run_.picture.ahead,
            .rows_time = drawn.time - drawn.time_offset,
            .time_offset = drawn.time_offset + run_.picture.ahead,
            .positions = drawn.positions,
            .velocities = drawn.velocities};
}

void LiveRun::finish_step(const SimulationParameters& parameters) {
    if (!is_between_steps()) advance(parameters, {.steps = 1});
}

std::string LiveRun::device_text() const {
    const SimulationStatus status = run_.simulation().status();
    return status.shares.empty() ? status.device : status.shares;
}

}  // namespace milkomeda
