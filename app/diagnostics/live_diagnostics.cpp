#include "app/diagnostics/live_diagnostics.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <thread>
#include <utility>

#include "app/playback/snapshot_series.hpp"
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

struct ShortText {
    std::string operator()(bool on) const { return on ? "on" : "off"; }
    std::string operator()(double number) const { return short_number(static_cast<float>(number)); }
    std::string operator()(const CountOrAuto& count) const { return count ? std::to_string(*count) : "auto"; }
    std::string operator()(const Fraction& fraction) const {
        return fraction.denominator == 1 ? "1" : "1/" + std::to_string(fraction.denominator);
    }
    std::string operator()(const Choice& choice) const { return std::string{choice.name()}; }
    std::string operator()(const Rgb&) const { return {}; }
};

// Returns the changed parameters as text, such as "dt 0.01, softening 0.1", without the pace, which does not
// affect results.
std::string words_of_change(const SimulationParameters& before, const SimulationParameters& after) {
    std::string words;
    for (const Parameter& parameter : parameter_table()) {
        const SettingValue is = parameter.field.get(after);
        if (!affects_steps(parameter.group) || is == parameter.field.get(before)) continue;
        words += (words.empty() ? "" : ", ") + parameter.setting.key + ' ' + std::visit(ShortText{}, is);
    }
    return words;
}

}  // namespace

LiveDiagnostics::Found LiveDiagnostics::find(const EnergySample& state, const std::vector<Component>& components,
                                             long run) {
    lower_thread_priority();
    const double start = processor_seconds_of_thread();
    Found found{diagnose(state, components), state.gravity, state.softening, 0, run};
    // Converts the time on one core to a share of the machine's cores.
    found.seconds = (processor_seconds_of_thread() - start) / std::max(1u, std::thread::hardware_concurrency());
    return found;
}

void LiveDiagnostics::forget() {
    series_.clear();
    base_.reset();
    parameters_.reset();
    measured_snapshots_.clear();
    bodies_ = nullptr;
    has_alarmed_ = false;
    command_.clear();
    ++run_;
}

void LiveDiagnostics::advance(const Run& run, Notices& notices) {
    note_changes(run);
    Probes* const probes = run.source.probes();
    if (under_way_.valid() && under_way_.wait_for(std::chrono::seconds{0}) == std::future_status::ready) {
        const Found found = under_way_.get();
        if (probes) {
            probes->add_sampling_cost(found.seconds);
            cost_ = probes->sampling_cost();
        }
        if (found.run == run_) take(run, found, notices);
    }
    if (probes)
        measure_live(run, *probes);
    else if (share > 0)
        measure_shown(run);
}

// Notes changes of bodies and parameters, and returns to earlier times.
void LiveDiagnostics::note_changes(const Run& run) {
    const void* const bodies = run.bodies.positions.data();
    const double time = run.source.transport().time();
    const RunHistory* const line = run.source.checkpoints().run_history();
    const long departures = line ? line->departures() : 0;
    // Measurements stay valid while the run goes back on its present branch of the history. When the run
    // begins another branch, later measurements are forgotten.
    const bool leaves = line && departures != departures_ && bodies == bodies_;
    departures_ = departures;
    if (leaves) {
        ++run_;
        const std::vector<SettingsChange> changes = line->changes();
        const double from = changes.empty() ? time : changes.back().from.time;
        series_.forget_from(from);
        if (line->branches().size() > 1) series_.mark(from, "another future");
    }
    const bool remembers = line && line->has_future(run.source.frames().status().steps);
    const bool goes_back = time < time_ && !run.source.series() && !leaves && !remembers;
    if (bodies_ && (bodies != bodies_ || goes_back)) {
        ++run_;
        base_.reset();
        has_alarmed_ = false;
        series_.forget_from(time);
        if (bodies == bodies_ && command_.empty()) command_ = "reset";
        series_.mark(time, command_.empty() ? "galaxies changed" : std::exchange(command_, {}));
    }
    bodies_ = bodies;
    time_ = time;
    if (run.is_pulled != was_pulled_) series_.mark(time, run.is_pulled ? "pull" : "pull ends");
    if (run.is_pulled || was_pulled_) base_.reset();
    was_pulled_ = run.is_pulled;
    if (!parameters_) parameters_ = run.parameters;
    if (run.is_being_changed || run.source.series()) return;
    if (const std::string words = words_of_change(*parameters_, run.parameters); !words.empty())
        series_.mark(time, words);
    parameters_ = run.parameters;
}

void LiveDiagnostics::measure_live(const Run& run, Probes& probes) {
    if (under_way_.valid()) return;
    if (const std::optional<EnergySample> state = probes.take_energy_sample()) begin(*state, run.bodies.components);
}

// Measures each displayed snapshot of a series once, and a frozen state once.
void LiveDiagnostics::measure_shown(const Run& run) {
    if (under_way_.valid()) return;
    const SnapshotSeries* const series = run.source.series();
    const std::size_t index = series ? series->index() : 0;
    if (measured_snapshots_.contains(index)) return;
    const auto rows =
        series ? series->last_snapshot() : std::make_shared<const ParticleSet>(run.source.frames().read());
    if (!rows) return;  // the snapshot is still being read
    measured_snapshots_.insert(index);
    EnergySample state{.positions = rows->positions, .velocities = rows->velocities, .fields = {}, .memory = rows};
    state.time = series && !series->has_times() ? static_cast<double>(index) : rows->time;
    begin(state, run.bodies.components);
}

void LiveDiagnostics::begin(const EnergySample& state, const std::vector<Component>& components) {
    under_way_ = in_background([state, components, run = run_] { return find(state, components, run); });
}

void LiveDiagnostics::take(const Run& run, const Found& found, Notices& notices) {
    RunHistory* const line = run.source.checkpoints().run_history();
    if (line) line->note_separation({found.diagnostics.time, found.diagnostics.separation});
    const bool goes_on = run.source.probes() && !(line && line->has_future(run.source.frames().status().steps));
    const double error = energy_error(found);
    series_.add(found.diagnostics, run.bodies.components, error, goes_on);
    const bool is_drift = std::abs(error) > bound && !run.is_pulled && why_not_conserved(run.parameters).empty();
    if (is_drift && !std::exchange(has_alarmed_, true)) notices.add(drift_words(error, bound, run.parameters));
}

// Returns the relative energy error. A change of gravity or softening starts a new reference energy.
double LiveDiagnostics::energy_error(const Found& found) {
    const double energy = found.diagnostics.total_energy();
    if (!std::isfinite(energy)) return Diagnostics::nan;
    if (!base_ || base_->gravity != found.gravity || base_->softening != found.softening) {
        base_ = Base{energy, found.gravity, found.softening};
        has_alarmed_ = false;
    }
    return base_->energy != 0 ? (energy - base_->energy) / std::abs(base_->energy) : 0;
}

}  // namespace milkomeda
