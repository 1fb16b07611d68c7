#include "data/simulation/run_log.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
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

StepConfig settings_of(const StepConfig& config) {
    return {.parameters = config.parameters, .external_mass = config.external_mass, .solver_name = config.solver_name};
}

bool have_equal_settings(const StepConfig& a, const StepConfig& b) {
    return a.parameters == b.parameters && a.external_mass == b.external_mass && a.solver_name == b.solver_name;
}

void RunLog::restart(long step, double time) {
    *this = {};
    first_ = earliest_ = latest_ = step;
    start_time_ = time;
}

void RunLog::end_rewind(long step, double time, std::string why) {
    earliest_ = counted_from_ = step;
    start_time_ = time;
    why_ = std::move(why);
}

void RunLog::forget_before(long step, std::string why) {
    if (step <= earliest_) return;
    earliest_ = step;
    why_ = std::move(why);
}

void RunLog::renumber_solvers(int solver, int here, const std::string& name) {
    for (RunChange& change : changes_) {
        StepConfig& config = change.config;
        const bool is_here = config.solver == solver;
        config.solver = is_here ? here : -1;
        config.solver_name = is_here ? name : "another solver";
    }
}

void RunLog::forget_after(long step_index) {
    if (step_index >= latest_) return;
    const double time = time_of(step_index);
    forget_from(first_force_of(step_index));
    latest_ = step_index;
    if (changes_.empty()) start_time_ = time;
}

void RunLog::append_future(const RunLog& path) {
    if (path.latest_ <= latest_ || path.first_ > latest_) return;
    RunChange next = path.change_at(first_force_of(latest_));
    next.force = first_force_of(latest_);
    const StepTime origin = origin_for(latest_, next.config.parameters.timestep);
    next.time_of = origin.steps;
    next.time = origin.time;
    if (changes_.empty() || changes_.back().config != next.config) changes_.push_back(next);
    std::ranges::copy(std::ranges::upper_bound(path.changes_, next.force, {}, &RunChange::force), path.changes_.end(),
                      std::back_inserter(changes_));
    latest_ = path.latest_;
}

RunLog RunLog::undoable_part() const {
    RunLog part = *this;
    part.first_ = earliest_;
    part.counted_from_ = RunLog{}.counted_from_;
    for (RunChange& change : part.changes_) {
        const StepTime origin = origin_of(change);
        change.time = origin.time;
        change.time_of = origin.steps;
        change.force = std::max(change.force, first_force_of(earliest_));
    }
    // Removes all changes before the change that is in effect at earliest().
    const auto first = std::ranges::upper_bound(part.changes_, first_force_of(earliest_), {}, &RunChange::force);
    if (earliest_ == latest_) {
        part.start_time_ = time_of(earliest_);
        part.changes_.clear();
    } else if (first != part.changes_.begin()) {
        part.changes_.erase(part.changes_.begin(), std::prev(first));
    }
    return part;
}

std::vector<SettingsChange> RunLog::settings(long begin, long end) const {
    std::vector<SettingsChange> all;
    auto change = std::ranges::upper_bound(changes_, first_force_of(begin), {}, &RunChange::force);
    if (change != changes_.begin()) --change;  // the change that is in effect at `begin`
    for (; change != changes_.end(); ++change) {
        const long step = std::max(change->step(), begin);
        if (step >= std::min(end, latest_)) break;
        if (all.empty() || !have_equal_settings(all.back().config, change->config))
            all.push_back({{step, time_of(step)}, settings_of(change->config)});
    }
    return all;
}

RunLog RunLog::of(std::vector<RunChange> changes, long earliest, long latest, double time, double start_time,
                  std::string why) {
    const auto is_after = [](const RunChange& a, const RunChange& b) { return a.force >= b.force; };
    const bool fits = changes.empty() ? earliest == latest && std::isfinite(start_time)
                                      : changes.front().force == first_force_of(earliest) &&
                                            changes.back().force <= last_force_of(latest - 1) &&
                                            std::ranges::adjacent_find(changes, is_after) == changes.end();
    if (!fits) throw std::invalid_argument("the run log does not match the range of its steps");
    constexpr double rounding = 1e-9;
    RunLog log;
    log.changes_ = std::move(changes);
    log.first_ = log.earliest_ = earliest;
    log.latest_ = latest;
    log.start_time_ = start_time;
    log.why_ = std::move(why);
    if (!(std::abs(log.time_of(latest) - time) <= rounding * std::max(1.0, std::abs(time))))
        throw std::invalid_argument("the run log does not match the time of the run");
    return log;
}

const RunChange& RunLog::change_at(long force) const {
    const auto next = std::ranges::upper_bound(changes_, force, {}, &RunChange::force);
    return *std::prev(next);
}

StepTime RunLog::origin_of(const RunChange& change) const {
    return change.time_of < counted_from_ ? StepTime{counted_from_, start_time_}
                                          : StepTime{change.time_of, change.time};
}

StepTime RunLog::origin_for(long step, double timestep) const {
    if (!changes_.empty() && first_force_of(step) > changes_.front().force) {
        const RunChange& before = change_at(last_force_of(step - 1));
        if (before.config.parameters.timestep == timestep) return origin_of(before);
    }
    return {step, time_of(step)};
}

double RunLog::time_of(long step_index) const {
    if (changes_.empty() || step_index == counted_from_) return start_time_;
    // The configuration of the step that ends at the step index applies. At the first index, where no step ends, the
    // configuration of the first step applies.
    const RunChange& change = change_at(std::max(first_force_of(step_index - 1), changes_.front().force));
    const StepTime origin = step_index > counted_from_ ? origin_of(change) : StepTime{change.time_of, change.time};
    return origin.time + static_cast<double>(step_index - origin.steps) * change.config.parameters.timestep;
}

void RunLog::forget_from(long force) {
    const auto first = std::ranges::lower_bound(changes_, force, {}, &RunChange::force);
    changes_.erase(first, changes_.end());
}

void RunLog::put(const RunChange& change, long end) {
    std::optional<RunChange> next;
    if (end < first_force_of(latest_)) {
        next = change_at(end);
        next->force = end;
    }
    const auto first = std::ranges::lower_bound(changes_, change.force, {}, &RunChange::force);
    auto place = changes_.erase(first, std::ranges::upper_bound(first, changes_.end(), end, {}, &RunChange::force));
    if (next && next->config != change.config) place = changes_.insert(place, *next);
    if (place == changes_.begin() || std::prev(place)->config != change.config) changes_.insert(place, change);
}

void RunLog::record_step(long step, const StepConfig& config) {
    const long force = first_force_of(step);
    const StepTime origin = origin_for(step, config.parameters.timestep);
    const bool is_known = step >= first_ && step < latest_;
    if (!is_known || !have_equal_settings(config_of(force), config)) {
        forget_from(force);
        latest_ = step + 1;
    }
    put({force, origin.time, origin.steps, config}, first_force_of(step + 1));
}

void RunLog::record_last_force(long step, int solver, float tolerance_scale) {
    RunChange change = change_at(last_force_of(step));
    if (change.config.solver == solver && change.config.tolerance_scale == tolerance_scale) return;
    change.force = last_force_of(step);
    change.config.solver = solver;
    change.config.tolerance_scale = tolerance_scale;
    put(change, first_force_of(step + 1));
}

void RunLog::prepend_step(const StepConfig& config) {
    if (earliest_ > first_) *this = undoable_part();
    const double time = time_of(earliest_);
    const long step = first_ = --earliest_;
    if (!changes_.empty() && changes_.front().config == config) {
        changes_.front().force = first_force_of(step);
    } else {
        if (changes_.empty()) latest_ = step + 1;
        changes_.insert(changes_.begin(), RunChange{first_force_of(step), time, step + 1, config});
    }
}

}  // namespace milkomeda
