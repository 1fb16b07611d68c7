#include "app/playback/live_run.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "app/io/progress.hpp"
#include "data/simulation/run_log.hpp"

namespace milkomeda {
namespace {

constexpr double time_rounding = 1e-9;  // of times, which are sums of many steps

}  // namespace

LiveRun::LiveRun(Simulation simulation, double until, const Checkpoint& state)
    : simulation_{std::move(simulation)}, until_{until}, keeper_{state} {
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

bool LiveRun::can_reach(double time) const {
    if (time > model_time()) return true;
    if (const auto first = undo_limit(); first && *first <= time) return true;
    return remembers_ && history_.at_or_before_time(time);
}

RunHistory::Moment LiveRun::now() const {
    const SimulationStatus status = simulation_.status();
    return {status.steps, status.time};
}

void LiveRun::play(bool on) {
    pacer_.play(on);
    if (cursor_ && !on && undo_limit() &&
        !synchronised()) {  // the step that is being undone comes to its end
        undo_to_ = now().steps - 1;
        return;
    }
    undo_to_.reset();
    const auto cursor = std::exchange(cursor_, std::nullopt);
    if (on || !cursor || undo_limit()) return;
    // The picture lies between two key frames: it stays, and the step that it is nearest to is taken again.
    ahead_ = 0;
    run_to(*cursor);
}

// Within what the run has been through it is begun from the last key frame before.
void LiveRun::run_to(double time) {
    cursor_.reset();
    if (undo_to(time)) return;
    const DeviceSnapshot* const key = remembers_ ? history_.at_or_before_time(time + time_rounding) : nullptr;
    if (key && time < model_time() - time_rounding) go_to(*key);
    if (time > model_time() + time_rounding) pacer_.run_to(time);
}

// On the way to a moment that the run has been at, if nothing was changed since: to the last key frame before
// it.
bool LiveRun::skip_ahead(const SimulationParameters& parameters) {
    const std::optional<double> goal = pacer_.goal();
    const long steps = now().steps;
    if (!goal || !remembers_ || !synchronised() || !history_.has_future(steps)) return false;
    if (history_.law_after(steps) != law_of(parameters)) return false;
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

// The step under way is given up, or the last one is: from the key frame before the steps to there are taken
// again.
void LiveRun::step_back() {
    const RunHistory::Moment here = now();
    const long steps = here.steps - (synchronised() ? 1 : 0);
    if (here.steps <= history_.start().steps)
        throw UsageError("this is the start of the run: nothing lies before");
    if (undo_limit() && synchronised()) {
        play_backward();
        undo_to_ = steps;
        return;
    }
    const DeviceSnapshot key = require(history_.at_or_before(steps));  // going there may thin them out
    const std::optional<Law> law = history_.law_after(steps);
    const double back = steps < here.steps && law ? law->parameters.timestep : 0;
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
    const auto& branches = history_.branches();
    if (branches.size() < 2)
        throw UsageError("the run has gone one way alone; from an earlier time it can go another");
    const DeviceSnapshot there = require(history_.at_or_before(now().steps));
    if (synchronised() && now().steps == history_.end().steps)
        history_.keep(simulation_.checkpoints().store());
    const auto present = std::ranges::find(branches, history_.present());
    history_.take(present + 1 == branches.end() ? branches.front() : *(present + 1));
    cursor_.reset();
    pacer_.play(false);
    const DeviceSnapshot* const end = history_.at_or_before(history_.end().steps);
    go_to(end ? *end : there, true);
}

const DeviceSnapshot& LiveRun::require(const DeviceSnapshot* state) const {
    if (state) return *state;
    throw UsageError(
        "no earlier moment is kept: there is too little memory for key frames (Simulation panel)");
}

// Where it stood before can be gone to again, if that was the end of a step.
void LiveRun::go_to(const DeviceSnapshot& state, bool from_other_way) {
    const RunHistory::Moment here = now();
    if (synchronised() && here.steps == state.steps && here.time == state.time && !from_other_way) return;
    const DeviceSnapshot there = state;  // keeping another one may thin them out
    if (synchronised() && here.steps == history_.end().steps && !from_other_way)
        history_.keep(simulation_.checkpoints().store());
    simulation_.checkpoints().restore(there);
    is_sound_ = true;
    pacer_.begin_at(there.time);
    ahead_ = 0;
    video_goal_.reset();
    if (const std::optional<Law> law = history_.law_after(there.steps)) wanted_parameters_ = law->parameters;
    ++jumps_;
}

void LiveRun::keep_history(std::size_t bytes) {
    history_.set_budget(bytes);
    if (std::exchange(remembers_, true)) return;
    device_room_ = simulation_.checkpoints().device_room();
    begin_history();
}

// By which steps of the log led here, as far back as they can be undone.
std::vector<RunHistory::Branch::Change> LiveRun::laws_of_log() const {
    const long here = now().steps, first = simulation_.rewind().step;
    const RunLog& log = simulation_.log();
    RunHistory line;
    line.begin({first, simulation_.rewind().time});
    for (const RunChange& change : log.changes()) {
        const long step = std::max(change.step(), first);
        if (step >= here) break;
        const bool is_own = change.config.solver == simulation_.solver_slot().number();
        line.go_by({step, log.time_of(step)},
                   {step_parameters(change.config.parameters), is_own ? forces_now() : "another solver",
                    change.config.external_mass});
    }
    return line.laws();
}

// With the past that can be gone back to: that of a state file has its log.
void LiveRun::begin_history() {
    const RunHistory::Moment here = now();
    const Rewind rewind = simulation_.rewind();
    history_.begin({rewind.step, rewind.time});
    for (const RunHistory::Branch::Change& change : laws_of_log()) history_.go_by(change.from, change.law);
    history_.reached(here);
    if (synchronised()) history_.keep(simulation_.checkpoints().store());
}

// Where no key frame is kept of it steps are undone to there, as fast as it goes. False where they cannot be.
bool LiveRun::undo_to(double time) {
    const std::optional<double> first = undo_limit();
    if (!first || time < *first - time_rounding || time > model_time() - time_rounding) return false;
    if (remembers_ && history_.at_or_before_time(time + time_rounding)) return false;
    const RunLog& log = simulation_.log();
    long low = simulation_.rewind().step, high = now().steps;
    while (low < high) {  // to the first that does not end before
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

Law LiveRun::law_of(const SimulationParameters& parameters) const {
    return {step_parameters(parameters), forces_now(), external_mass_};
}

std::string LiveRun::forces_now() const {
    const SolverChoice choice = simulation_.solver_slot().choice();
    std::string forces{choice.type->name};
    if (choice.kernel.variant) forces += ' ' + to_string(choice.kernel);
    return forces;
}

// Of the steps that begin now; one that is under way has its own.
void LiveRun::take_law(const SimulationParameters& parameters, const FrameBudget& budget) {
    simulation_.checkpoints().store_every(remembers_ ? history_.interval() : 0);
    if (!remembers_ || budget.steps <= 0 || budget.seconds <= 0) return;
    RunHistory::Moment from = now();
    if (!synchronised()) {
        if (budget.steps == 1) return;
        const std::optional<Law> law = history_.law_after(from.steps);
        from.time += law ? law->parameters.timestep : parameters.timestep;
        ++from.steps;
    }
    history_.go_by(from, law_of(parameters));
}

// Along a way that the run has been before, parameters change where they did then.
void LiveRun::remember_steps(const SimulationParameters& parameters) {
    if (!remembers_) return;
    const RunHistory::Moment here = now();
    history_.reached(here);
    for (const DeviceSnapshot& state : simulation_.checkpoints().take_stored()) history_.keep(state);
    if (!synchronised() || !history_.has_future(here.steps)) return;
    const std::optional<Law> next = history_.law_after(here.steps), own = law_of(parameters);
    if (next && next != own && history_.law_after(here.steps - 1) == own)
        wanted_parameters_ = next->parameters;
}

void LiveRun::go_backward(double seconds, double busy_seconds, const SimulationParameters& parameters) {
    if (undo_limit() || !synchronised())
        undo_steps(seconds, busy_seconds, parameters);
    else
        show_keys_backward(seconds, parameters);
}

void LiveRun::undo_steps(double seconds, double busy_seconds, const SimulationParameters& parameters) {
    constexpr double least_seconds = 0.004;
    const std::optional<Law> law = history_.law_after(now().steps - 1);
    const double timestep = law ? law->parameters.timestep : parameters.timestep;
    owed_back_ = std::min(owed_back_ + parameters.time_per_second * seconds,
                          std::max(timestep, 0.1 * parameters.time_per_second));
    long steps = undo_to_ ? now().steps - *undo_to_ : static_cast<long>(owed_back_ / timestep);
    if (!synchronised()) steps = std::max(steps, 1L);
    const long undone =
        go_back({std::max(least_seconds, StepPacer::longest_frame_seconds - busy_seconds), steps});
    if (!cursor_) return;
    owed_back_ = std::max(0.0, owed_back_ - static_cast<double>(undone) * timestep);
    ahead_ = 0;
    cursor_ = simulation_.drawn_time();
    pacer_.begin_at(model_time());
    if (!synchronised()) return;
    if (const std::optional<Law> next = history_.law_after(now().steps); next && next != law_of(parameters))
        wanted_parameters_ = next->parameters;
    const bool arrived = undo_to_ && now().steps <= *undo_to_;
    const bool at_start = !undo_limit() && now().steps <= history_.start().steps;
    if (arrived || (at_start && !loops_)) {
        cursor_.reset();
        undo_to_.reset();
    }
}

// Key frame by key frame; in between their bodies are drawn as they came there.
void LiveRun::show_keys_backward(double seconds, const SimulationParameters& parameters) {
    *cursor_ -= parameters.time_per_second * seconds;
    std::vector<const DeviceSnapshot*> keys = history_.keys();
    if (keys.empty()) return play(false);
    if (*cursor_ <= keys.front()->time) {
        go_to(*keys.front());
        cursor_.reset();
        keys = history_.keys();  // it may have thinned them out
        if (!loops_ || keys.empty()) return;
        cursor_ = keys.back()->time;
    }
    const auto key = std::ranges::find_if(keys, [&](const DeviceSnapshot* k) { return k->time >= *cursor_; });
    go_to(key == keys.end() ? *keys.back() : **key);
    ahead_ = std::min(0.0, *cursor_ - model_time());
}

void LiveRun::begin_again_if_it_loops(bool was_playing) {
    if (!loops_ || !was_playing || pacer_.playing() || model_time() < until_) return;
    if (const DeviceSnapshot* const start = history_.at_or_before(history_.start().steps))
        go_to(*start);
    else
        restart();
    pacer_.play(true);
}

// Where it came here by the steps of its log on one of the ways that it has gone, it goes on along that one.
bool LiveRun::stands_on_history() {
    const RunHistory::Moment here = now();
    if (here.steps < history_.start().steps) return false;
    const std::vector<RunHistory::Branch::Change> past = laws_of_log();
    const auto is_same = [](const RunHistory::Branch::Change& a, const RunHistory::Branch::Change& b) {
        return a.from.steps == b.from.steps && a.law == b.law;
    };
    std::vector<std::shared_ptr<RunHistory::Branch>> ways{history_.present()};
    std::ranges::copy(history_.branches(), std::back_inserter(ways));
    for (const std::shared_ptr<RunHistory::Branch>& way : ways) {
        if (way != history_.present()) history_.take(way);
        std::vector<RunHistory::Branch::Change> laws = history_.laws();
        std::erase_if(laws, [&](const auto& change) { return change.from.steps >= here.steps; });
        if (way->end.steps >= here.steps && std::ranges::equal(laws, past, is_same)) return true;
    }
    return false;
}

void LiveRun::restart() {
    if (remembers_ && synchronised() && now().steps == history_.end().steps)
        history_.keep(simulation_.checkpoints().store());
    reset_(simulation_);
    is_sound_ = true;
    ++jumps_;
    if (remembers_ && !stands_on_history()) begin_history();
    cursor_.reset();
    pacer_.reset();
    pacer_.begin_at(simulation_.status().time);
    ahead_ = 0;
    video_goal_.reset();
    keeper_.begin_anew();
}

void LiveRun::resume(double, bool playing) {
    if (!playing) play(false);
}

void LiveRun::advance(const SimulationParameters& parameters, const FrameTime& frame) {
    constexpr double longest_seconds = 0.1;  // after a stall nothing jumps
    if (cursor_) return go_backward(std::min(frame.seconds, longest_seconds), frame.busy_seconds, parameters);
    if (skip_ahead(parameters)) return;
    FrameBudget budget = pacer_.budget(parameters, frame.seconds, frame.busy_seconds);
    const bool keep_is_late = keeper_.is_late();
    if (frame.one_step_only || keep_is_late) budget.steps = std::min(budget.steps, 1L);
    budget.steps = std::min(budget.steps, steps_allowed(frame, parameters));
    if (budget.steps > 0) ahead_ = 0;
    video_goal_.reset();
    const bool was_playing = pacer_.playing();
    const bool is_sent = pacer_.goal().has_value();  // and where it arrives it is seen
    const long steps = advance(parameters, budget);
    pacer_.completed(steps, model_time(), until_, parameters);
    begin_again_if_it_loops(was_playing);
    if (is_sound_) keeper_.advance(simulation_);
    steps_ahead_ = keep_is_late || is_sent ? 0 : steps_to_go_ahead(frame, parameters);
}

// Where somebody waits for the end of a step, where the run leaves the way that it has gone before, or takes
// it by the parameters that it had there, and with the step with which it pauses or begins again, a frame
// begins.
long LiveRun::steps_to_go_ahead(const FrameTime& frame, const SimulationParameters& parameters) const {
    if (!frame.goes_ahead || frame.one_step_only) return 0;
    const long here = now().steps;
    if (remembers_ && history_.has_future(here) && history_.law_after(here) != law_of(parameters)) return 0;
    const long certain = std::min(pacer_.certain(parameters), steps_allowed(frame, parameters));
    return model_time() < until_ ? std::min(certain, steps_to(until_, parameters) - 1) : certain;
}

void LiveRun::go_ahead(const SimulationParameters& parameters) {
    const FrameBudget budget{.steps = std::exchange(steps_ahead_, 0)};
    if (budget.steps <= 0) return;
    ahead_ = 0;
    take_law(parameters, budget);
    const long steps = simulation_.enqueue_steps(parameters, budget.steps);
    remember_steps(parameters);
    pacer_.completed(steps, model_time(), until_, parameters);
}

bool LiveRun::advance_to_video_frame(double seconds, const SimulationParameters& parameters,
                                     const FrameTime& frame) {
    if (cursor_) return advance_to_video_frame_backward(seconds, parameters, frame);
    if (!video_goal_)
        video_goal_ = model_time() + ahead_ +
                      (parameters.steps_per_frame ? *parameters.steps_per_frame * parameters.timestep
                                                  : parameters.time_per_second * seconds);
    FrameBudget budget = pacer_.budget(parameters, frame.seconds, frame.busy_seconds);
    budget.steps = std::max(steps_to(*video_goal_, parameters), synchronised() ? 0L : 1L);
    budget.steps = std::min(budget.steps, steps_allowed(frame, parameters));
    const long steps = advance(parameters, budget);
    pacer_.completed(steps, model_time(), until_, parameters);
    if (is_sound_) keeper_.advance(simulation_);
    if (!video_goal_) return true;  // it stops here
    if (!synchronised() || steps_to(*video_goal_, parameters) > 0) return false;
    ahead_ = std::max(0.0, *video_goal_ - model_time());
    video_goal_.reset();
    return true;
}

// To the last step that ends at or before the frame's time, as forwards.
bool LiveRun::advance_to_video_frame_backward(double seconds, const SimulationParameters& parameters,
                                              const FrameTime& frame) {
    if (undo_to_) {
        undo_steps(seconds, frame.busy_seconds, parameters);
        return synchronised();
    }
    if (!undo_limit() && synchronised()) {
        show_keys_backward(seconds, parameters);
        return true;
    }
    const double first = simulation_.rewind().time;
    if (!video_goal_)
        video_goal_ = std::max(first, model_time() + ahead_ - parameters.time_per_second * seconds);
    const auto is_there = [&] { return synchronised() && model_time() <= *video_goal_ + time_rounding; };
    if (!is_there()) {
        const std::optional<Law> law = history_.law_after(now().steps - 1);
        const double timestep = law ? law->parameters.timestep : parameters.timestep;
        const double left = (model_time() - *video_goal_) / timestep - 1e-6;
        const FrameBudget budget = {std::max(0.004, StepPacer::longest_frame_seconds - frame.busy_seconds),
                                    std::max(1L, static_cast<long>(std::ceil(left)))};
        go_back(budget);
        if (!cursor_) return true;
        cursor_ = simulation_.drawn_time();
        pacer_.begin_at(model_time());
        if (const auto next = synchronised() ? history_.law_after(now().steps) : std::nullopt;
            next && next != law_of(parameters))
            wanted_parameters_ = next->parameters;
    }
    if (!is_there() && undo_limit()) return false;
    if (!synchronised()) return false;
    ahead_ = std::max(0.0, *video_goal_ - model_time());
    cursor_ = model_time() + ahead_;
    video_goal_.reset();
    if (!undo_limit() && !loops_) cursor_.reset();
    return true;
}

long LiveRun::advance(const SimulationParameters& parameters, const FrameBudget& budget) try {
    take_law(parameters, budget);
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

// A state that is no state any more stops where it is: a person may look at it, and start again.
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

std::string LiveRun::take_error() {
    return std::exchange(error_, {});
}

// Those that end at or before this time.
long LiveRun::steps_to(double time, const SimulationParameters& parameters) const {
    constexpr double rounding = 1e-6;  // of a step: times are sums of many steps
    return static_cast<long>(std::floor((time - simulation_.status().time) / parameters.timestep + rounding));
}

// A step under way is finished all the same.
long LiveRun::steps_allowed(const FrameTime& frame, const SimulationParameters& parameters) const {
    const long at_least = synchronised() ? 0L : 1L;
    long allowed = std::numeric_limits<long>::max();
    if (frame.last_time) allowed = std::max(steps_to(*frame.last_time, parameters), at_least);
    if (remembers_)  // where parameters once changed they are to change again
        if (const auto change = history_.next_change(now().steps))
            allowed = std::min(allowed, std::max(change->steps - now().steps, at_least));
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
        if (progress && simulation_.synchronised())
            progress->update(static_cast<double>(steps - steps_left()));
    }
    ahead_ = std::max(0.0, time - simulation_.status().time);
}

bool LiveRun::retrace(const RetraceRequest& request) {
    constexpr double slice_seconds = 0.2;
    const auto& [laws, steps, ahead, make_solver] = request;
    if (!std::exchange(retraces_, true))  // The run has come here by the steps of the request.
        std::ranges::copy_if(laws, std::back_inserter(retraced_),
                             [&](const auto& change) { return change.from.steps < now().steps; });
    const auto [own, other] = std::ranges::mismatch(retraced_, laws, [](const auto& a, const auto& b) {
        return a.from.steps == b.from.steps && a.law == b.law;
    });
    long common = steps;
    if (own != retraced_.end()) common = std::min(common, own->from.steps);
    if (other != laws.end()) common = std::min(common, other->from.steps);
    retraced_.erase(own, retraced_.end());
    retraced_.insert(retraced_.end(), other, laws.end());
    if (now().steps > common) ++jumps_;
    while (now().steps > common && undo_limit()) simulation_.go_back({slice_seconds, now().steps - common});
    if (now().steps > common) reset_(simulation_);
    if (now().steps > common) throw std::runtime_error("what was filmed lies before the start of the run");
    while (now().steps < steps) {
        const auto next = std::ranges::upper_bound(
            laws, now().steps, {},
            [](const RunHistory::Branch::Change& change) { return change.from.steps; });
        if (next == laws.begin()) throw std::runtime_error("how its steps were taken is not known");
        const Law& law = std::prev(next)->law;
        if (law.forces != forces_now() && make_solver) simulation_.solver_slot().use(make_solver(law.forces));
        simulation_.set_external_mass(law.external_mass);
        const long to = next == laws.end() ? steps : std::min(steps, next->from.steps);
        simulation_.advance(law.parameters, {slice_seconds, to - now().steps});
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
    if (!synchronised()) advance(parameters, {.steps = 1});
}

std::string LiveRun::device_text() const {
    const SimulationStatus status = simulation_.status();
    return status.shares.empty() ? status.device : status.shares;
}

}  // namespace milkomeda
