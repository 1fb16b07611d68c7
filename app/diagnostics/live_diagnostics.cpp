#include "app/diagnostics/live_diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include "app/io/json_text.hpp"
#include "app/playback/mixed_run.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/ui/setting_controls.hpp"
#include "data/base/parallel.hpp"
#include "data/simulation/parameter_table.hpp"
#include "data/system/this_process.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

double processor_seconds_of_thread() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Returns the changed parameters as text, such as "dt 0.01, softening 0.1". Ignores parameters that do not affect
// the results, such as the pace.
std::string words_of_change(const SimulationParameters& before, const SimulationParameters& after) {
    std::string words;
    for (const Parameter& parameter : parameter_table()) {
        const SettingValue value = parameter.field.get(after);
        if (!affects_steps(parameter.group) || value == parameter.field.get(before)) continue;
        words +=
            fmt::format("{}{} {}", words.empty() ? "" : ", ", parameter.setting.key, text_of(parameter.setting, value));
    }
    return words;
}

}  // namespace

std::string why_not_conserved(const SimulationParameters& parameters, std::span<const Component> components) {
    if (parameters.damping != 1) return "energy is not conserved, because damping removes energy";
    if (scheme_of(parameters.integrator).order < 2)
        return fmt::format("energy is not conserved, because {} is of first order; choose leapfrog to conserve energy",
                           name_of(parameters.integrator));
    if (gas_count(components) > 0 && parameters.gas.model != GasModel::off)
        return parameters.gas.model == GasModel::isothermal
                   ? "energy is not conserved, because the gas radiates the heat of shocks"
                   : "the measured energy is not conserved, because it does not contain the heat of the gas";
    if (parameters.fraction_denominator > 1)
        return "energy is not conserved, because forces come from a fraction of the bodies";
    return {};
}

std::string drift_words(double energy_error, double bound, const SimulationParameters& parameters) {
    return fmt::format(
        "energy has drifted by {} % (bound {} %): try a timestep smaller than {}, or a softening larger "
        "than {}",
        short_number(static_cast<float>(100 * energy_error)), short_number(100 * bound),
        short_number(parameters.timestep), short_number(parameters.softening));
}

LiveDiagnostics::Found LiveDiagnostics::find(const EnergySample& state, const Task& task) {
    lower_thread_priority();
    const double start = processor_seconds_of_thread();
    const BodyRows rows{state.positions, state.velocities, task.components};
    Found found{.diagnostics = diagnose(state, task.components),
                .schmidt = {state.time, kennicutt_schmidt(rows)},
                .profiles = {},
                .gravity = state.gravity,
                .softening = state.softening,
                .seconds = 0,
                .profile_seconds = 0,
                .run = task.run,
                .components = task.components};
    // One core computes the diagnostics; a simulation on all cores loses this time divided by the number of cores.
    found.seconds = (processor_seconds_of_thread() - start) / std::max(1u, std::thread::hardware_concurrency());
    if (!task.has_profiles) return found;
    const double begin = processor_seconds_of_thread();
    measure_disks(state, task.components, found.diagnostics);
    found.profiles = measure_profiles(state.time, rows, {state.gravity, state.softening, {task.gas, {}}});
    // All cores share the statistics of the rings, so the time of this thread is not divided.
    found.profile_seconds = processor_seconds_of_thread() - begin;
    found.seconds += found.profile_seconds;
    return found;
}

void LiveDiagnostics::forget() {
    present_ = {};
    branch_.reset();
    left_.reset();
    others_.clear();
    parameters_.reset();
    measured_snapshots_.clear();
    box_ = {};
    bodies_ = nullptr;
    command_.clear();
    ++run_;
}

void LiveDiagnostics::take_saved(const Run& run, Notices& notices) try {
    present_ = measurements_of(*run.saved, run.bodies.time);
} catch (const std::exception& error) {
    notices.fail(fmt::format("the saved diagnostics are invalid and not shown: {}", json_fault(error)));
}

void LiveDiagnostics::advance(const Run& run, Notices& notices) {
    if (!bodies_ && run.saved && !run.saved->columns.empty()) take_saved(run, notices);
    note_changes(run);
    choose_other(run);
    Probes* const probes = run.source.probes();
    if (is_ready(under_way_)) {
        Found found = under_way_.get();
        if (probes) {
            probes->add_sampling_cost(found.seconds);
            const MeasuringCost cost = probes->sampling_cost();
            if (cost.seconds < cost_.seconds) profile_seconds_ = 0;  // another simulation
            profile_seconds_ += found.profile_seconds;
            if (found.profiles) newest_profile_seconds_ = found.profile_seconds;
            cost_ = cost;
        } else if (share > 0) {
            constexpr double least_interval = 0.1;  // in seconds
            box_.next = time_in(std::max(least_interval, (box_.read_seconds + found.seconds) / share));
        }
        if (found.run == run_) take(run, std::move(found), notices);
    }
    measure_paused_profiles(run);
    if (under_way_.valid()) return;
    if (const LiveBox* const box = run.source.box())
        measure_box(run, *box);
    else if (!probes && share > 0)
        measure_shown(run);
    if (const auto state = probes ? probes->take_energy_sample() : std::nullopt)
        begin(run, *state, run.bodies.components);
}

// Stores the measurements of the former branch, and continues with those of `branch`, the present branch. Returns false
// if `branch` has not been measured before; the measurements of the former branch then stay the present measurements.
bool LiveDiagnostics::change_branch(const std::shared_ptr<const RunHistory::Branch>& branch) {
    if (branch == branch_.lock()) return false;
    if (bodies_) others_[branch_] = present_;
    left_ = std::exchange(branch_, branch);
    std::erase_if(others_, [](const auto& other) { return other.first.expired(); });
    const auto known = others_.find(branch_);
    if (known == others_.end()) return false;
    present_ = std::move(known->second);
    others_.erase(known);
    ++run_;
    return true;
}

// Chooses the branch of other(), which must belong to the history of the present run.
void LiveDiagnostics::choose_other(const Run& run) {
    beside_.reset();
    const RunHistory* const history = run.source.checkpoints().run_history();
    if (!history) return;
    for (const auto& candidate : {run.compared, left_}) {
        const auto found = std::ranges::find(history->branches(), candidate.lock());
        if (found == history->branches().end() || !others_.contains(candidate)) continue;
        beside_ = candidate;
        beside_name_ = fmt::format("branch {}", found - history->branches().begin() + 1);
        return;
    }
}

std::optional<LiveDiagnostics::OtherBranch> LiveDiagnostics::other() const {
    const auto found = others_.find(beside_);
    if (beside_.expired() || found == others_.end()) return {};
    return OtherBranch{&found->second, beside_name_};
}

// Detects changes of the branch, the bodies and the parameters, and a return of the run to an earlier time.
void LiveDiagnostics::note_changes(const Run& run) {
    const void* const bodies = run.bodies.positions.data();
    const double time = run.source.transport().time();
    const RunHistory* const history = run.source.checkpoints().run_history();
    const long departures = history ? history->departures() : 0;
    const bool is_new_branch = history && history->present() != branch_.lock();
    const bool is_known = change_branch(history ? history->present() : nullptr);
    // If the run goes back within its present branch, all measurements stay valid. If it begins a new branch, the new
    // branch keeps the measurements from before the time at which the branch begins.
    const bool leaves_branch = history && departures != departures_ && bodies == bodies_;
    departures_ = departures;
    if (leaves_branch) {
        ++run_;
        const std::vector<SettingsChange> changes = history->changes();
        // The log of a new branch does not yet contain the settings of its first step.
        const double from = is_new_branch     ? history->present()->begin.time
                            : changes.empty() ? time
                                              : changes.back().from.time;
        present_.forget_from(from);
        if (history->branches().size() > 1) present_.series.mark(from, "new branch");
    }
    const bool has_future = history && history->has_future(run.source.frames().status().steps);
    const bool goes_back = time < time_ && !leaves_branch && !has_future;
    if (bodies_ && !run.source.series() && !is_known && (bodies != bodies_ || goes_back)) {
        ++run_;
        present_.reference.reset();
        present_.has_alarmed = false;
        present_.forget_from(time);
        if (bodies == bodies_ && command_.empty()) command_ = "reset";
        present_.series.mark(time, command_.empty() ? "galaxies changed" : std::exchange(command_, {}));
    }
    bodies_ = bodies;
    time_ = time;
    if (run.is_pulled != was_pulled_) present_.series.mark(time, run.is_pulled ? "pull" : "pull ends");
    if (run.is_pulled || was_pulled_) present_.reference.reset();
    was_pulled_ = run.is_pulled;
    if (!parameters_ || is_known) parameters_ = run.parameters;
    if (run.is_being_changed || run.source.series()) return;
    if (const std::string words = words_of_change(*parameters_, run.parameters); !words.empty())
        present_.series.mark(time, words);
    parameters_ = run.parameters;
}

// Measures the displayed snapshot of a series, or the frozen state, if it has not been measured yet.
void LiveDiagnostics::measure_shown(const Run& run) {
    const SnapshotSeries* const series = run.source.series();
    const std::size_t index = series ? series->index() : 0;
    if (measured_snapshots_.contains(index)) return;
    const auto rows =
        series ? series->last_snapshot() : std::make_shared<const ParticleSet>(run.source.frames().read());
    if (!rows) return;  // the snapshot is still being read
    measured_snapshots_.insert(index);
    EnergySample state{.positions = rows->positions, .velocities = rows->velocities, .fields = {}, .memory = rows};
    state.time = series && !series->has_times() ? static_cast<double>(index) : rows->time;
    begin(run, state, series ? rows->components : run.bodies.components);
}

// Measures the mixed box so often that the measurements take at most the permitted share of the time.
void LiveDiagnostics::measure_box(const Run& run, const LiveBox& box) {
    const MixedStatus status = box.status();
    const bool is_measured = !series().rows().empty() && series().rows().back().found.time == status.time;
    const Clock::time_point start = Clock::now();
    if (share == 0 || is_measured || start < box_.next || !run.source.frames().is_between_steps()) return;
    const auto rows = std::make_shared<const ParticleSet>(run.source.frames().read());
    box_.status = status;
    box_.read_seconds = seconds_since(start);
    begin(run,
          {.time = status.time,
           .steps = status.steps,
           .positions = rows->positions,
           .velocities = rows->velocities,
           .fields = {},
           .memory = rows},
          rows->components);
}

// Measures the profiles of the moment at which the run pauses. They delay no step, so their cost is not limited.
void LiveDiagnostics::measure_paused_profiles(const Run& run) {
    if (is_ready(paused_profiles_)) {
        ProfileMeasurement measured = paused_profiles_.get();
        if (paused_run_ == run_) present_.profiles = std::move(measured);
    }
    const double time = run.source.transport().time();
    const bool is_known = present_.profiles && present_.profiles->time == time;
    if (is_known || paused_profiles_.valid() || share == 0 || !run.source.probes() || run.source.box()) return;
    if (run.source.transport().moving() || !run.source.frames().is_between_steps()) return;
    paused_run_ = run_;
    paused_profiles_ = in_background([time, rows = run.source.frames().read(), parameters = run.parameters] {
        lower_thread_priority();
        return measure_profiles(time, rows, {parameters.gravity, parameters.softening, {parameters.gas, rows.gas}});
    });
}

// Profiles take at most half of the permitted share of the time, so that the series keep their density.
void LiveDiagnostics::begin(const Run& run, const EnergySample& state, const std::vector<Component>& components) {
    // Estimated processor time of the first profiles: of the rings of attraction, and of the statistics of all bodies.
    constexpr double seconds_per_ring = 1.2e-6, most_rings = 50'000, seconds_per_body = 4.5e-7;
    const double bodies = static_cast<double>(state.positions.size());
    const double estimate = seconds_per_ring * std::min(bodies, most_rings) + seconds_per_body * bodies;
    const double next_seconds = newest_profile_seconds_ > 0 ? newest_profile_seconds_ : estimate;
    const bool is_affordable = profile_seconds_ + next_seconds <= share / 2 * cost_.step_seconds;
    const bool has_turn = !run.source.probes() || is_affordable;
    const Task task{components, run.parameters.gas, has_turn && !run.source.box(), run_};
    under_way_ = in_background([state, task] { return find(state, task); });
}

void LiveDiagnostics::take(const Run& run, Found found, Notices& notices) {
    RunHistory* const history = run.source.checkpoints().run_history();
    if (history) history->note_separation({found.diagnostics.time, found.diagnostics.separation});
    const bool has_future = history && history->has_future(run.source.frames().status().steps);
    const bool goes_on = run.source.probes() && !has_future;
    const double error = energy_error(found);
    present_.series.add(found.diagnostics, found.components, error, goes_on, box_.status);
    present_.schmidt = std::move(found.schmidt);
    if (found.profiles) present_.profiles = std::move(found.profiles);
    const bool is_drift =
        std::abs(error) > bound && !run.is_pulled && why_not_conserved(run.parameters, run.bodies.components).empty();
    if (is_drift && !std::exchange(present_.has_alarmed, true)) notices.hint(drift_words(error, bound, run.parameters));
}

// Returns the relative energy error. After a change of gravity or softening, the present energy becomes the reference.
double LiveDiagnostics::energy_error(const Found& found) {
    const double energy = found.diagnostics.total_energy();
    if (!std::isfinite(energy)) return Diagnostics::nan;
    std::optional<EnergyReference>& reference = present_.reference;
    if (!reference || reference->gravity != found.gravity || reference->softening != found.softening) {
        reference = {energy, found.gravity, found.softening};
        present_.has_alarmed = false;
    }
    return reference->energy != 0 ? (energy - reference->energy) / std::abs(reference->energy) : 0;
}

}  // namespace milkomeda
