#include <algorithm>
#include <cmath>
#include <optional>

#include "app/commands/commands.hpp"
#include "app/output/diagnostics_file.hpp"
#include "app/output/log.hpp"
#include "app/output/output_file.hpp"
#include "app/output/progress.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/run_state.hpp"
#include "app/tuning/kernel_tuning.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"
#include "data/series/series.hpp"

namespace milkomeda {
namespace {

// Model times first, first + every, ...: due when a step ends within half a step of the next, or after it.
class Schedule {
  public:
    // Nothing is due more often than the shortest step that there may be.
    Schedule(double first, double every) : first_{first}, every_{std::max(every, timestep_range.least)} {}
    bool due(double time, double timestep) {
        if (time + timestep / 2 < first_ + static_cast<double>(count_) * every_) return false;
        count_ = static_cast<long>(std::floor((time + timestep / 2 - first_) / every_)) + 1;
        return true;
    }
    long count() const { return count_; }  // how often something was due

  private:
    double first_, every_;
    long count_ = 0;
};

// Refuses outputs that cannot be written before anything slow begins.
void require_outputs(const Options& options) {
    if (!options.output.empty())
        require_particle_output(
            options.every ? FilePattern::numbered(options.output).path(0) : options.output, options.format);
    if (!options.diagnostics.empty()) require_writable(options.diagnostics);
}

// Files and rows that a run leaves behind.
class Outputs {
  public:
    // `components`: that there will be in the course of the run.
    Outputs(const Options& options, const InitialState& initial, const std::vector<Component>& components)
        : options_{options} {
        if (options.every) snapshots_.emplace(initial.particles.time, *options.every);
        if (!options.diagnostics.empty()) {
            diagnostics_.emplace(options.diagnostics, components);
            rows_.emplace(initial.particles.time, options.diagnostics_every);
        }
    }

    void record(Simulation& simulation, const SimulationParameters& parameters,
                const std::vector<Component>& components, bool last) {
        const double time = simulation.status().time;
        const bool row_due = rows_ && rows_->due(time, parameters.timestep);
        if (rows_ && (row_due || last)) diagnostics_->add(diagnose(simulation, parameters), components);
        if (snapshots_ && snapshots_->due(time, parameters.timestep))
            write_particles(FilePattern::numbered(options_.output).path(snapshot_++), simulation.read(),
                            options_.format);
        if (last && !options_.output.empty() && !snapshots_)
            write_particles(options_.output, simulation.read(), options_.format);
    }

  private:
    const Options& options_;
    std::optional<DiagnosticsFile> diagnostics_;
    std::optional<Schedule> rows_, snapshots_;
    long snapshot_ = 0;
};

// Those of the start, and of the galaxies that will be added.
std::vector<Component> components_of(const RunState& start, std::span<const GalaxyKind> kinds) {
    std::vector<Component> components = start.particles.components;
    const Course& course = start.course;
    for (const SceneChange& change : std::span{course.changes}.subspan(course.done))
        for (Component component : sample_of(change, kinds, start.particles).components) {
            component.galaxy = *change.added;
            components.push_back(std::move(component));
        }
    return components;
}

}  // namespace

int simulate(const Options& options, const Assets& assets) {
    if (is_series(options.source))
        throw UsageError("simulate goes on from one file, and " + options.source +
                         " may be many; name one of them");
    require_outputs(options);
    const DeviceContext device_context = find_device_context(options, GlSide{});
    if (device_context.tier == Tier::none)
        throw std::runtime_error("cannot simulate: " + device_context.reason);
    KernelTuning kernels{options, device_context, assets};
    const auto shared_initial = std::make_shared<const InitialState>(
        load_initial_state(options, assets, {}, bodies_limit(device_context)));
    const InitialState& initial = *shared_initial;
    const double begin = initial.particles.time, until = *options.until;
    if (until < begin) throw UsageError("--until lies before the start of the source");
    const SolverChoice solver = kernels.settle(initial.particles.positions, initial.parameters.accuracy);
    Simulation simulation{device_context,  GlSide{}, {}, particles_of(shared_initial),
                          assets.reader(), solver};
    RunState state{initial.particles, 0, origins_of(initial.particles), initial.shown, initial.course};
    std::vector<GalaxyKind> kinds;
    if (state.course.next()) kinds = galaxy_kinds(assets);
    // Last: files of an earlier run stay when this one cannot begin.
    Outputs outputs{options, initial, components_of(state, kinds)};
    log_device_context(device_context);
    if (!options.output.empty()) log_lost_components(options, initial);
    kernels.log(simulation.solver(), simulation.status(), initial.parameters);
    log_shares(simulation.status());

    // Steps may be cut short of a frame's worth so that progress shows; the last one so that it ends on time.
    constexpr double progress_seconds = 0.5, rounding = 1e-6;
    SimulationParameters parameters = initial.parameters;
    Progress progress{"simulating", "time units", until - begin};
    const auto left = [&] { return until - simulation.status().time; };
    const auto is_last = [&] { return left() <= rounding * initial.parameters.timestep; };
    const auto record = [&] {
        outputs.record(simulation, parameters, state.particles.components, is_last());
    };
    record();
    while (!is_last()) {
        while (state.course.is_due(simulation.status().time, parameters.timestep)) {
            state.particles = simulation.read();
            state.steps = simulation.status().steps;
            log_info(words_of(*state.course.next()) + " at " + format_time(state.particles.time));
            state = with_next_change(state, kinds, parameters.gravity, bodies_limit(device_context).bodies);
            simulation = Simulation{device_context, GlSide{}, {}, state.particles, assets.reader(), solver};
            simulation.go_on_from({.time = state.particles.time,
                                   .steps = state.steps,
                                   .positions = state.particles.positions,
                                   .velocities = state.particles.velocities});
        }
        if (left() < parameters.timestep * (1 - rounding)) parameters.timestep = left();
        if (simulation.advance(parameters, {progress_seconds, 1}) == 0) continue;
        record();
        progress.update(simulation.status().time - begin);
    }
    if (const auto errors = simulation.force_errors()) log_info(to_text(*errors));
    return 0;
}

}  // namespace milkomeda
