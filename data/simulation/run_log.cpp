#include "data/simulation/run_log.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace milkomeda {

SimulationParameters step_parameters(SimulationParameters parameters) {
    const SimulationParameters defaults;
    parameters.steps_per_frame = defaults.steps_per_frame;
    parameters.time_per_second = defaults.time_per_second;
    parameters.key_frame_memory = defaults.key_frame_memory;
    return parameters;
}

void RunLog::restart(long step, double time) {
    changes_.clear();
    earliest_ = latest_ = step;
    start_time_ = time;
    why_.clear();
}

void RunLog::end_rewind(long step, double time, std::string why) {
    restart(step, time);
    why_ = std::move(why);
}

void RunLog::forget_before(long step, std::string why) {
    if (step <= earliest_) return;
    RunChange first = change_at(first_force_of(step));
    first.force = first_force_of(step);
    std::erase_if(changes_, [&](const RunChange& change) { return change.force <= first.force; });
    changes_.insert(changes_.begin(), first);
    earliest_ = step;
    why_ = std::move(why);
}

void RunLog::renumber_solvers(int solver, int here) {
    for (RunChange& change : changes_) change.config.solver = change.config.solver == solver ? here : -1;
}

void RunLog::forget_after(long step_index) {
    if (step_index >= latest_) return;
    const double time = time_of(step_index);
    forget_from(first_force_of(step_index));
    latest_ = step_index;
    if (changes_.empty()) start_time_ = time;
}

RunLog RunLog::of(std::vector<RunChange> changes, long earliest, long latest, double time, double start_time,
                  std::string why) {
    const auto is_after = [](const RunChange& a, const RunChange& b) { return a.force >= b.force; };
    const bool fits = changes.empty() ? earliest == latest && std::isfinite(start_time)
                                      : changes.front().force == first_force_of(earliest) &&
                                            changes.back().force <= last_force_of(latest - 1) &&
                                            std::ranges::adjacent_find(changes, is_after) == changes.end();
    if (!fits) throw std::invalid_argument("the log of its steps contradicts itself");
    constexpr double rounding = 1e-9;
    RunLog log;
    log.changes_ = std::move(changes);
    log.earliest_ = earliest;
    log.latest_ = latest;
    log.start_time_ = start_time;
    log.why_ = std::move(why);
    if (!(std::abs(log.time_of(latest) - time) <= rounding * std::max(1.0, std::abs(time))))
        throw std::invalid_argument("the log of its steps contradicts its time");
    return log;
}

const RunChange& RunLog::change_at(long force) const {
    const auto next = std::ranges::upper_bound(changes_, force, {}, &RunChange::force);
    return *std::prev(next);
}

double RunLog::time_of(long step_index) const {
    if (changes_.empty()) return start_time_;
    // A step ends at every step index except the earliest. The configuration is therefore that of the step
    // that ends here, or at the earliest index that of the first step.
    const RunChange& change = change_at(std::max(first_force_of(step_index - 1), changes_.front().force));
    const auto steps = static_cast<double>(step_index - change.time_of);
    return change.time + steps * change.config.parameters.timestep;
}

void RunLog::forget_from(long force) {
    const auto first = std::ranges::lower_bound(changes_, force, {}, &RunChange::force);
    changes_.erase(first, changes_.end());
}

void RunLog::record_step(long step, const StepConfig& config) {
    const long force = first_force_of(step);
    if (has_step(step) && config_of(force) == config) return;
    const double time = time_of(step);
    forget_from(force);
    latest_ = step + 1;
    if (changes_.empty()) {
        changes_.push_back({force, time, step, config});
    } else if (changes_.back().config != config) {
        const RunChange& before = changes_.back();
        const bool same_steps = before.config.parameters.timestep == config.parameters.timestep;
        changes_.push_back({force, same_steps ? before.time : time, same_steps ? before.time_of : step, config});
    }
}

void RunLog::record_last_force(long step, int solver, float tolerance_scale) {
    const long force = last_force_of(step);
    RunChange change = change_at(force);
    if (change.config.solver == solver && change.config.tolerance_scale == tolerance_scale) return;
    forget_from(force);
    latest_ = step + 1;
    change.force = force;
    change.config.solver = solver;
    change.config.tolerance_scale = tolerance_scale;
    changes_.push_back(change);
}

void RunLog::prepend_step(const StepConfig& config) {
    const double time = time_of(earliest_);
    const long step = --earliest_;
    if (!changes_.empty() && changes_.front().config == config) {
        changes_.front().force = first_force_of(step);
    } else {
        if (changes_.empty()) latest_ = step + 1;
        changes_.insert(changes_.begin(), RunChange{first_force_of(step), time, step + 1, config});
    }
}

}  // namespace milkomeda
