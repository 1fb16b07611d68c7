#include "app/playback/branching_run.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

namespace milkomeda {

StepTime BranchingRun::now() const {
    const SimulationStatus status = simulation_.status();
    return {status.steps, status.time};
}

std::optional<double> BranchingRun::undo_limit() const {
    const Rewind rewind = simulation_.rewind();
    return rewind.step < now().steps ? std::optional{rewind.time} : std::nullopt;
}

StepConfig BranchingRun::settings(const SimulationParameters& parameters) const {
    return {.parameters = step_parameters(parameters),
            .external_mass = external_mass_,
            .solver_name = simulation_.solver_slot().name()};
}

double BranchingRun::timestep_after(long steps, double otherwise) const {
    const std::optional<StepConfig> config = history_.settings_after(steps);
    return config ? config->parameters.timestep : otherwise;
}

void BranchingRun::set_external_mass(const std::optional<ExternalMass>& mass) {
    simulation_.set_external_mass(mass);
    external_mass_ = mass;
}

void BranchingRun::keep_history(std::size_t bytes) {
    history_.set_budget(bytes);
    if (std::exchange(has_history_, true)) return;
    device_room_ = simulation_.checkpoints().snapshot_bytes();
    begin_history();
}

// Begins a history, which contains the steps that can be undone, such as steps from a state file.
void BranchingRun::begin_history() {
    const Rewind rewind = simulation_.rewind();
    history_.begin({rewind.step, rewind.time});
    history_.reached(now());
    if (simulation_.is_between_steps()) history_.keep(simulation_.checkpoints().store());
}

// Starts a new branch of the history if the settings of the next steps differ from the settings recorded for these
// steps. An incomplete step keeps its settings.
void BranchingRun::prepare_history(const SimulationParameters& parameters, const FrameBudget& budget) {
    simulation_.checkpoints().store_every(has_history_ ? history_.memory().interval : 0);
    if (!has_history_ || budget.steps <= 0 || budget.seconds <= 0) return;
    StepTime from = now();
    if (!simulation_.is_between_steps()) {
        if (budget.steps == 1) return;
        from.time += timestep_after(from.steps, parameters.timestep);
        ++from.steps;
    }
    history_.prepare_step(from, settings(parameters));
}

// Records the completed steps and their key frames. If the run recomputes recorded steps, and the recorded settings
// change after the present step, take_parameters() returns the parameters recorded for the next step.
void BranchingRun::remember_steps(const SimulationParameters& parameters) {
    if (!has_history_) return;
    const StepTime here = now();
    history_.reached(here);
    for (const DeviceSnapshot& state : simulation_.checkpoints().take_stored()) history_.keep(state);
    if (!simulation_.is_between_steps() || !history_.has_future(here.steps)) return;
    const std::optional<StepConfig> next = history_.settings_after(here.steps), own = settings(parameters);
    if (next && next != own && history_.settings_after(here.steps - 1) == own) wanted_parameters_ = next->parameters;
}

long BranchingRun::advance(const SimulationParameters& parameters, const FrameBudget& budget) {
    prepare_history(parameters, budget);
    const long steps = simulation_.advance(parameters, budget);
    remember_steps(parameters);
    if (const DeviceSnapshot* const state = history_.to_move(device_room_))
        simulation_.checkpoints().move_to_host(*state);
    return steps;
}

long BranchingRun::enqueue_steps(const SimulationParameters& parameters, long most_steps) {
    prepare_history(parameters, {.steps = most_steps});
    const long steps = simulation_.enqueue_steps(parameters, most_steps);
    remember_steps(parameters);
    return steps;
}

long BranchingRun::go_back(const SimulationParameters& parameters, const FrameBudget& budget) {
    const long undone = simulation_.go_back(budget);
    if (!simulation_.is_between_steps()) return undone;
    const std::optional<StepConfig> next = history_.settings_after(now().steps);
    if (next && next != settings(parameters)) wanted_parameters_ = next->parameters;
    return undone;
}

// Stores a key frame if the run is at the end of its branch, so that the run can return to this time.
void BranchingRun::keep_end_of_branch() {
    if (simulation_.is_between_steps() && now().steps == history_.end().steps)
        history_.keep(simulation_.checkpoints().store());
}

bool BranchingRun::go_to(const DeviceSnapshot& key) {
    const StepTime here = now();
    if (simulation_.is_between_steps() && here.steps == key.steps && here.time == key.time) return false;
    const DeviceSnapshot there = key;  // a copy, because key frames may be dropped
    keep_end_of_branch();
    restore(there, RunLog{simulation_.log()});
    return true;
}

void BranchingRun::go_to_next_branch(double time) {
    const auto& branches = history_.branches();
    const DeviceSnapshot there = *history_.at_or_before(now().steps);
    keep_end_of_branch();
    const auto present = std::ranges::find(branches, history_.present());
    const RunLog path =
        history_.take(present + 1 == branches.end() ? branches.front() : *(present + 1), simulation_.log());
    const DeviceSnapshot* key = history_.at_or_before_time(time + time_rounding);
    if (!key) key = history_.at_or_before(history_.end().steps);
    restore(key ? *key : there, path);
}

// Restores a key frame. `path` is the log of its branch, from which the steps after the key frame are known.
void BranchingRun::restore(const DeviceSnapshot& state, const RunLog& path) {
    simulation_.checkpoints().restore(state);
    simulation_.append_future(path);
    picture = {.jumps = picture.jumps + 1};
    if (const std::optional<StepConfig> config = history_.settings_after(state.steps))
        wanted_parameters_ = config->parameters;
}

void BranchingRun::restart(const std::function<void(Simulation&)>& reset) {
    if (has_history_) keep_end_of_branch();
    const RunLog left = simulation_.log();
    reset(simulation_);
    picture = {.jumps = picture.jumps + 1};
    if (has_history_ && !return_to_history(left)) begin_history();
}

// Searches for a branch that contains the steps in the simulation's log. Makes the branch the present branch and
// returns true; returns false if there is no such branch. `left` is the log of the present branch.
bool BranchingRun::return_to_history(const RunLog& left) {
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

}  // namespace milkomeda
