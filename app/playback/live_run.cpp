#include "app/playback/live_run.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <stdexcept>

#include "app/cli/usage_error.hpp"
#include "app/io/progress.hpp"
#include "app/playback/particle_source.hpp"
#include "data/simulation/run_log.hpp"

namespace milkomeda {
namespace {

constexpr const char* no_key_frame =
    "there are no key frames to go back to, because their memory limit is too small: raise the limit in the Simulation "
    "panel";
constexpr double time_rounding = 1e-9;  // tolerance in model time for the rounding errors of many steps

}  // namespace

LiveRun::LiveRun(Simulation simulation, double until, const Checkpoint& state)
    : simulation_{std::move(simulation)}, until_{until}, checkpointer_{state} {
    if (!state.positions.empty()) simulation_.checkpoints().restore(state);
    pacer_.begin_at(simulation_.status().time);
}

TransportState LiveRun::state() const {
    const double time = model_time();
    return {.playing = pacer_.playing() || cursor_,
            .moving = pacer_.moving() || cursor_,
            .backward = cursor_.has_value(),
            .looping = loops_,
            .time = time,
            .goal = pacer_.goal(),
            .undo_limit = undo_limit(),
            .first_time = remembers_ ? history_.start().time : time,
            .last_time = remembers_ ? history_.end().time : time,
            .pace_reached = pacer_.pace_reached(),
            .jumps = jumps_};
}

TransportLimits LiveRun::limits() const {
    const long here = now().steps, target = here - (is_between_steps() ? 1 : 0);
    const bool can_undo = undo_limit().has_value();
    TransportLimits limits;
    if (here <= history_.start().steps)
        limits.step_back = "the run cannot go back: this is the start of the run";
    else if (!(can_undo && is_between_steps()) && !history_.at_or_before(target))
        limits.step_back = no_key_frame;
    if (!can_undo && !history_.nearest(model_time())) limits.play_backward = no_key_frame;
    if (history_.branches().size() < 2)
        limits.next_branch = "the run has only one branch: go back and change a setting to begin another branch";
    else if (!history_.at_or_before(here))
        limits.next_branch = no_key_frame;
    return limits;
}

bool LiveRun::can_reach(double time) const {
    if (time > model_time()) return true;
    if (const auto first = undo_limit(); first && *first <= time) return true;
    return remembers_ && history_.at_or_before_time(time);
}

StepTime LiveRun::now() const {
    const SimulationStatus status = simulation_.status();
    return {status.steps, status.time};
}

void LiveRun::play(bool on) {
    pacer_.play(on);
    if (cursor_ && !on && undo_limit() && !is_between_steps()) {
        undo_to_ = now().steps - 1;  // a backward step is incomplete: the run pauses when the step is complete
        return;
    }
    undo_to_.reset();
    const auto cursor = std::exchange(cursor_, std::nullopt);
    if (on || !cursor || undo_limit()) return;
    // The picture shows a time between two key frames. The bodies at this time are computed from the earlier key frame.
    ahead_ = 0;
    run_to(*cursor);
}

// Goes to a model time. Reaches a past time by undoing steps, or by recomputing steps from an earlier key frame.
void LiveRun::run_to(double time) {
    cursor_.reset();
    if (undo_to(time)) return;
    const DeviceSnapshot* const key = remembers_ ? history_.at_or_before_time(time + time_rounding) : nullptr;
    if (key && time < model_time() - time_rounding) go_to(*key);
    if (time > model_time() + time_rounding) pacer_.run_to(time);
}

// Jumps to the last key frame before the goal of run_to(). This is possible if the history contains the goal and the
// present settings are those recorded for the next step.
bool LiveRun::skip_ahead(const SimulationParameters& parameters) {
    const std::optional<double> goal = pacer_.goal();
    const long steps = now().steps;
    if (!goal || !remembers_ || !is_between_steps() || !history_.has_future(steps)) return false;
    if (history_.settings_after(steps) != settings(parameters)) return false;
    const DeviceSnapshot* const key = history_.at_or_before_time(*goal + time_rounding);
    if (!key || key->steps <= steps) return false;
    go_to(*key);
    pacer_.completed(0, model_time(), until_, parameters);
    return true;
}

std::optional<double> LiveRun::undo_limit() const {
    const Rewind rewind = simulation_.rewind();
    return rewind.step < now().steps ? std::optional{rewind.time} : std::nullopt;
}

void LiveRun::play_backward() {
    if (!undo_limit()) require(history_.nearest(model_time()));
    const double from = simulation_.drawn_time() + ahead_;
    pacer_.play(false);
    undo_to_.reset();
    owed_back_ = 0;
    cursor_ = from;
}

// Discards an incomplete step, or undoes the last step, if necessary by recomputing from a key frame.
void LiveRun::step_back() {
    const StepTime here = now();
    const long steps = here.steps - (is_between_steps() ? 1 : 0);
    require_possible(limits().step_back);
    if (undo_limit() && is_between_steps()) {
        play_backward();
        undo_to_ = steps;
        return;
    }
    const DeviceSnapshot key = require(history_.at_or_before(steps));  // a copy, because go_to() may drop key frames
    const std::optional<StepConfig> config = history_.settings_after(steps);
    const double back = steps < here.steps && config ? config->parameters.timestep : 0;
    cursor_.reset();
    pacer_.play(false);
    go_to(key);
    if (key.steps < steps) run_to(here.time - back);
}

void LiveRun::show_nearest(double time) {
    if (undo_to(time)) return;
    const DeviceSnapshot& key = require(history_.nearest(time));
    cursor_.reset();
    pacer_.play(false);
    go_to(key);
}

void LiveRun::next_branch() {
    require_possible(limits().next_branch);
    const auto& branches = history_.branches();
    const DeviceSnapshot there = require(history_.at_or_before(now().steps));
    keep_end_of_branch();
    const auto present = std::ranges::find(branches, history_.present());
    const RunLog path =
        history_.take(present + 1 == branches.end() ? branches.front() : *(present + 1), simulation_.log());
    cursor_.reset();
    pacer_.play(false);
    const DeviceSnapshot* const end = history_.at_or_before(history_.end().steps);
    restore(end ? *end : there, path);
}

const DeviceSnapshot& LiveRun::require(const DeviceSnapshot* state) const {
    if (state) return *state;
    throw UsageError(no_key_frame);
}

// Stores a key frame if the run is at the end of its branch, so that the run can return to this time.
void LiveRun::keep_end_of_branch() {
    if (is_between_steps() && now().steps == history_.end().steps) history_.keep(simulation_.checkpoints().store());
}

// Goes to a key frame of the present branch.
void LiveRun::go_to(const DeviceSnapshot& state) {
    const StepTime here = now();
    if (is_between_steps() && here.steps == state.steps && here.time == state.time) return;
    const DeviceSnapshot there = state;  // a copy, because key frames may be dropped
    keep_end_of_branch();
    restore(there, RunLog{simulation_.log()});
}

// Restores a key frame. `path` contains the known steps after the key frame.
void LiveRun::restore(const DeviceSnapshot& state, const RunLog& path) {
    simulation_.checkpoints().restore(state);
    simulation_.append_future(path);
    is_sound_ = true;
    pacer_.begin_at(state.time);
    ahead_ = 0;
    video_goal_.reset();
    if (const std::optional<StepConfig> config = history_.settings_after(state.steps))
        wanted_parameters_ = config->parameters;
    ++jumps_;
}

void LiveRun::keep_history(std::size_t bytes) {
    history_.set_budget(bytes);
    if (std::exchange(remembers_, true)) return;
    device_room_ = simulation_.checkpoints().snapshot_bytes();
    begin_history();
}

// Begins a history, which contains the steps that can be undone, such as steps from a state file.
void LiveRun::begin_history() {
    const Rewind rewind = simulation_.rewind();
    history_.begin({rewind.step, rewind.time});
    history_.reached(now());
    if (is_between_steps()) history_.keep(simulation_.checkpoints().store());
}

// Undoes steps at full speed until the run is at `time`. Returns false without undoing if there is a key frame before
// this time, or if the steps cannot be undone.
bool LiveRun::undo_to(double time) {
    const std::optional<double> first = undo_limit();
    if (!first || time < *first - time_rounding || time > model_time() - time_rounding) return false;
    if (remembers_ && history_.at_or_before_time(time + time_rounding)) return false;
    const RunLog& log = simulation_.log();
    long low = simulation_.rewind().step, high = now().steps;
    while (low < high) {  // binary search: first step index at or after `time`
        const long middle = low + (high - low) / 2;
        if (log.time_of(middle) < time - time_rounding)
            low = middle + 1;
        else
            high = middle;
    }
    play_backward();
    undo_to_ = low;
    ++jumps_;
    return true;
}

StepConfig LiveRun::settings(const SimulationParameters& parameters) const {
    return {.parameters = step_parameters(parameters),
            .external_mass = external_mass_,
            .solver_name = simulation_.solver_slot().name()};
}

// Starts a new branch of the history if the settings of the next steps differ from the settings recorded for these
// steps. An incomplete step keeps its settings.
void LiveRun::prepare_history(const SimulationParameters& parameters, const FrameBudget& budget) {
    simulation_.checkpoints().store_every(remembers_ ? history_.memory().interval : 0);
    if (!remembers_ || budget.steps <= 0 || budget.seconds <= 0) return;
    StepTime from = now();
    if (!is_between_steps()) {
        if (budget.steps == 1) return;
        const std::optional<StepConfig> config = history_.settings_after(from.steps);
        from.time += config ? config->parameters.timestep : parameters.timestep;
        ++from.steps;
    }
    history_.prepare_step(from, settings(parameters));
}

// Records the completed steps and their key frames. If the run recomputes recorded steps and the recorded parameters
// change at this step, requests the recorded parameters through take_parameters().
void LiveRun::remember_steps(const SimulationParameters& parameters) {
    if (!remembers_) return;
    const StepTime here = now();
    history_.reached(here);
    for (const DeviceSnapshot& state : simulation_.checkpoints().take_stored()) history_.keep(state);
    if (!is_between_steps() || !history_.has_future(here.steps)) return;
    const std::optional<StepConfig> next = history_.settings_after(here.steps), own = settings(parameters);
    if (next && next != own && history_.settings_after(here.steps - 1) == own) wanted_parameters_ = next->parameters;
}

void LiveRun::go_backward(double seconds, double busy_seconds, const SimulationParameters& parameters) {
    if (undo_limit() || !is_between_steps())
        undo_steps(seconds, busy_seconds, parameters);
    else
        show_keys_backward(seconds, parameters);
}

void LiveRun::undo_steps(double seconds, double busy_seconds, const SimulationParameters& parameters) {
    constexpr double least_seconds = 0.004;
    const std::optional<StepConfig> config = history_.settings_after(now().steps - 1);
    const double timestep = config ? config->parameters.timestep : parameters.timestep;
    owed_back_ = std::min(owed_back_ + parameters.time_per_second * seconds,
                          std::max(timestep, 0.1 * parameters.time_per_second));
    long steps = undo_to_ ? now().steps - *undo_to_ : static_cast<long>(owed_back_ / timestep);
    if (!is_between_steps()) steps = std::max(steps, 1L);
    const long undone = go_back({std::max(least_seconds, StepPacer::longest_frame_seconds - busy_seconds), steps});
    if (!cursor_) return;
    owed_back_ = std::max(0.0, owed_back_ - static_cast<double>(undone) * timestep);
    ahead_ = 0;
    follow_undone_steps(parameters);
    if (!is_between_steps()) return;
    const bool arrived = undo_to_ && now().steps <= *undo_to_;
    const bool at_start = !undo_limit() && now().steps <= history_.start().steps;
    if (arrived || (at_start && !loops_)) {
        cursor_.reset();
        undo_to_.reset();
    }
}

// Sets the displayed time after steps have been undone. If the recorded next step has other parameters than
// `parameters`, requests the recorded parameters.
void LiveRun::follow_undone_steps(const SimulationParameters& parameters) {
    cursor_ = simulation_.drawn_time();
    pacer_.begin_at(model_time());
    if (!is_between_steps()) return;
    const std::optional<StepConfig> next = history_.settings_after(now().steps);
    if (next && next != settings(parameters)) wanted_parameters_ = next->parameters;
}

// Shows the key frames in reverse order. Between two key frames, the bodies move on straight lines.
void LiveRun::show_keys_backward(double seconds, const SimulationParameters& parameters) {
    *cursor_ -= parameters.time_per_second * seconds;
    std::vector<const DeviceSnapshot*> keys = history_.keys();
    if (keys.empty()) return play(false);
    if (*cursor_ <= keys.front()->time) {
        go_to(*keys.front());
        cursor_.reset();
        keys = history_.keys();  // go_to() may have dropped key frames
        if (!loops_ || keys.empty()) return;
        cursor_ = keys.back()->time;
    }
    const auto key = std::ranges::find_if(keys, [&](const DeviceSnapshot* k) { return k->time >= *cursor_; });
    go_to(key == keys.end() ? *keys.back() : **key);
    ahead_ = std::min(0.0, *cursor_ - model_time());
}

void LiveRun::restart_if_looping(bool was_playing) {
    if (!loops_ || !was_playing || pacer_.playing() || model_time() < until_) return;
    if (const DeviceSnapshot* const start = history_.at_or_before(history_.start().steps))
        go_to(*start);
    else
        restart();
    pacer_.play(true);
}

// Searches for a branch that contains the steps in the simulation's log. Makes the branch the present branch and
// returns true; returns false if there is no such branch. `left` is the log of the present branch.
bool LiveRun::return_to_history(const RunLog& left) {
    const StepTime here = now(), start = history_.start();
    if (here.steps < start.steps) return false;
    const auto settings_before = [&](const RunLog& log) { return log.settings(start.steps, here.steps); };
    std::vector<std::shared_ptr<RunHistory::Branch>> branches{history_.present()};
    std::ranges::copy(history_.branches(), std::back_inserter(branches));
    for (const std::shared_ptr<RunHistory::Branch>& branch : branches) {
        const bool is_present = branch == history_.present();
        if (branch->end.steps < here.steps ||
            settings_before(is_present ? left : branch->log) != settings_before(simulation_.log()))
            continue;
        simulation_.append_future(is_present ? left : history_.take(branch, left));
        return true;
    }
    return false;
}

void LiveRun::restart() {
    if (remembers_) keep_end_of_branch();
    const RunLog left = simulation_.log();
    reset_(simulation_);
    is_sound_ = true;
    ++jumps_;
    if (remembers_ && !return_to_history(left)) begin_history();
    cursor_.reset();
    pacer_.reset();
    pacer_.begin_at(simulation_.status().time);
    ahead_ = 0;
    video_goal_.reset();
    checkpointer_.reset();
}

void LiveRun::resume(double, bool playing) {
    if (!playing) play(false);
}

void LiveRun::advance(const SimulationParameters& parameters, const FrameTime& frame) {
    constexpr double longest_seconds = 0.1;  // longest frame that counts, so that a stall causes no jump in time
    if (cursor_) return go_backward(std::min(frame.seconds, longest_seconds), frame.busy_seconds, parameters);
    if (skip_ahead(parameters)) return;
    FrameBudget budget = pacer_.budget(parameters, frame.seconds, frame.busy_seconds);
    const bool is_checkpoint_late = checkpointer_.is_late();
    if (frame.one_step_only || is_checkpoint_late) budget.steps = std::min(budget.steps, 1L);
    budget.steps = std::min(budget.steps, steps_allowed(frame, parameters));
    if (budget.steps > 0) ahead_ = 0;
    video_goal_.reset();
    const bool was_playing = pacer_.playing();
    const bool has_goal = pacer_.goal().has_value();
    const long steps = advance(parameters, budget);
    pacer_.completed(steps, model_time(), until_, parameters);
    restart_if_looping(was_playing);
    if (is_sound_) checkpointer_.advance(simulation_);
    steps_ahead_ = is_checkpoint_late || has_goal ? 0 : steps_to_go_ahead(frame, parameters);
}

// Returns the number of steps that the device may compute while the picture is drawn. The steps must end before the
// run leaves its branch, changes its parameters, pauses or loops, because advance() handles these events.
long LiveRun::steps_to_go_ahead(const FrameTime& frame, const SimulationParameters& parameters) const {
    if (!frame.goes_ahead || frame.one_step_only) return 0;
    const long here = now().steps;
    if (remembers_ && history_.has_future(here) && history_.settings_after(here) != settings(parameters)) return 0;
    const long certain = std::min(pacer_.certain(parameters), steps_allowed(frame, parameters));
    return model_time() < until_ ? std::min(certain, steps_to(until_, parameters) - 1) : certain;
}

void LiveRun::go_ahead(const SimulationParameters& parameters) {
    const FrameBudget budget{.steps = std::exchange(steps_ahead_, 0)};
    if (budget.steps <= 0) return;
    ahead_ = 0;
    prepare_history(parameters, budget);
    const long steps = simulation_.enqueue_steps(parameters, budget.steps);
    remember_steps(parameters);
    pacer_.completed(steps, model_time(), until_, parameters);
}

bool LiveRun::advance_to_video_frame(double seconds, const SimulationParameters& parameters, const FrameTime& frame) {
    if (cursor_) return advance_to_video_frame_backward(seconds, parameters, frame);
    if (!video_goal_)
        video_goal_ = model_time() + ahead_ +
                      (parameters.steps_per_frame ? *parameters.steps_per_frame * parameters.timestep
                                                  : parameters.time_per_second * seconds);
    FrameBudget budget = pacer_.budget(parameters, frame.seconds, frame.busy_seconds);
    budget.steps = std::max(steps_to(*video_goal_, parameters), is_between_steps() ? 0L : 1L);
    budget.steps = std::min(budget.steps, steps_allowed(frame, parameters));
    const long steps = advance(parameters, budget);
    pacer_.completed(steps, model_time(), until_, parameters);
    if (is_sound_) checkpointer_.advance(simulation_);
    if (!video_goal_) return true;  // the run has stopped, because a state was not finite
    if (!is_between_steps() || steps_to(*video_goal_, parameters) > 0) return false;
    ahead_ = std::max(0.0, *video_goal_ - model_time());
    video_goal_.reset();
    return true;
}

// Undoes steps until the run is at or before the time of the video frame.
bool LiveRun::advance_to_video_frame_backward(double seconds, const SimulationParameters& parameters,
                                              const FrameTime& frame) {
    if (undo_to_) {
        undo_steps(seconds, frame.busy_seconds, parameters);
        return is_between_steps();
    }
    if (!undo_limit() && is_between_steps()) {
        show_keys_backward(seconds, parameters);
        return true;
    }
    const double first = simulation_.rewind().time;
    if (!video_goal_) video_goal_ = std::max(first, model_time() + ahead_ - parameters.time_per_second * seconds);
    const auto is_there = [&] { return is_between_steps() && model_time() <= *video_goal_ + time_rounding; };
    if (!is_there()) {
        const std::optional<StepConfig> config = history_.settings_after(now().steps - 1);
        const double timestep = config ? config->parameters.timestep : parameters.timestep;
        const double left = (model_time() - *video_goal_) / timestep - 1e-6;
        const FrameBudget budget = {std::max(0.004, StepPacer::longest_frame_seconds - frame.busy_seconds),
                                    std::max(1L, static_cast<long>(std::ceil(left)))};
        go_back(budget);
        if (!cursor_) return true;
        follow_undone_steps(parameters);
    }
    if (!is_there() && undo_limit()) return false;
    if (!is_between_steps()) return false;
    ahead_ = std::max(0.0, *video_goal_ - model_time());
    cursor_ = model_time() + ahead_;
    video_goal_.reset();
    if (!undo_limit() && !loops_) cursor_.reset();
    return true;
}

long LiveRun::advance(const SimulationParameters& parameters, const FrameBudget& budget) try {
    prepare_history(parameters, budget);
    const long steps = simulation_.advance(parameters, budget);
    remember_steps(parameters);
    if (const DeviceSnapshot* const state = history_.to_move(device_room_))
        simulation_.checkpoints().move_to_host(*state);
    if (std::string news = simulation_.take_news(); !news.empty()) error_ = std::move(news);
    return steps;
} catch (const NonFiniteState& error) {
    stop(error);
    return 0;
}

long LiveRun::go_back(const FrameBudget& budget) try {
    return simulation_.go_back(budget);
} catch (const NonFiniteState& error) {
    stop(error);
    return 0;
}

// Stops the run at a state that is not finite, so that the user can look at the state and restart.
void LiveRun::stop(const NonFiniteState& error) {
    pacer_.play(false);
    cursor_.reset();
    undo_to_.reset();
    video_goal_.reset();
    is_sound_ = false;
    error_ = error.what();
}

void LiveRun::set_external_mass(const std::optional<ExternalMass>& mass) {
    simulation_.set_external_mass(mass);
    external_mass_ = mass;
}

// Returns the number of steps that end at or before this time.
long LiveRun::steps_to(double time, const SimulationParameters& parameters) const {
    constexpr double rounding = 1e-6;  // tolerance as a share of a step, for the rounding errors of many steps
    return static_cast<long>(std::floor((time - simulation_.status().time) / parameters.timestep + rounding));
}

// Returns the largest number of steps for this frame, at least 1 if a step is incomplete.
long LiveRun::steps_allowed(const FrameTime& frame, const SimulationParameters& parameters) const {
    const long at_least = is_between_steps() ? 0L : 1L;
    long allowed = std::numeric_limits<long>::max();
    if (frame.last_time) allowed = std::max(steps_to(*frame.last_time, parameters), at_least);
    // The steps end where the recorded parameters change, so that the next frame uses the new parameters.
    const long here = now().steps;
    if (remembers_ && history_.has_future(here))
        if (const auto changes = simulation_.log().settings(here, history_.end().steps); changes.size() > 1)
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
        simulation_.advance(parameters, {progress_seconds, left});
        if (progress && simulation_.is_between_steps()) progress->update(static_cast<double>(steps - steps_left()));
    }
    ahead_ = std::max(0.0, time - simulation_.status().time);
}

bool LiveRun::retrace(const RetraceRequest& request) {
    constexpr double slice_seconds = 0.2;
    const auto& [changes, steps, ahead, make_solver] = request;
    if (!std::exchange(retraces_, true))  // before the first call, all steps had the settings in `changes`
        std::ranges::copy_if(changes, std::back_inserter(retraced_),
                             [&](const auto& change) { return change.from.steps < now().steps; });
    const auto [own, other] = std::ranges::mismatch(retraced_, changes);
    long common = steps;
    if (own != retraced_.end()) common = std::min(common, own->from.steps);
    if (other != changes.end()) common = std::min(common, other->from.steps);
    retraced_.erase(own, retraced_.end());
    retraced_.insert(retraced_.end(), other, changes.end());
    if (now().steps > common) ++jumps_;
    while (now().steps > common && undo_limit()) simulation_.go_back({slice_seconds, now().steps - common});
    if (now().steps > common) reset_(simulation_);
    if (now().steps > common) throw std::runtime_error("the recorded moment lies before the start of the run");
    while (now().steps < steps) {
        const auto next = std::ranges::upper_bound(changes, now().steps, {},
                                                   [](const SettingsChange& change) { return change.from.steps; });
        if (next == changes.begin()) throw std::runtime_error("the settings of the steps were not recorded");
        const StepConfig& config = std::prev(next)->config;
        if (config.solver_name != simulation_.solver_slot().name() && make_solver)
            simulation_.solver_slot().use(make_solver(config.solver_name));
        simulation_.set_external_mass(config.external_mass);
        const long to = next == changes.end() ? steps : std::min(steps, next->from.steps);
        simulation_.advance(config.parameters, {slice_seconds, to - now().steps});
        if (std::string news = simulation_.take_news(); !news.empty()) error_ = std::move(news);
    }
    ahead_ = ahead;
    return true;
}

Moment LiveRun::moment() {
    const DrawnRows drawn = simulation_.drawn();
    return {.time = drawn.time + ahead_,
            .rows_time = drawn.time - drawn.time_offset,
            .time_offset = drawn.time_offset + ahead_,
            .positions = drawn.positions,
            .velocities = drawn.velocities};
}

void LiveRun::finish_step(const SimulationParameters& parameters) {
    if (!is_between_steps()) advance(parameters, {.steps = 1});
}

std::string LiveRun::device_text() const {
    const SimulationStatus status = simulation_.status();
    return status.shares.empty() ? status.device : status.shares;
}

}  // namespace milkomeda
