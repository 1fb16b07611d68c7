#include <algorithm>
#include <cmath>
#include <optional>

#include "app/commands/commands.hpp"
#include "app/commands/course.hpp"
#include "app/commands/schedule.hpp"
#include "app/diagnostics/kernel_tuning.hpp"
#include "app/io/diagnostics_file.hpp"
#include "app/io/log.hpp"
#include "app/io/output_file.hpp"
#include "app/io/progress.hpp"
#include "app/io/run_recorder.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/scene_snapshot.hpp"
#include "app/scene/state_file.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"
#include "data/series/series.hpp"

namespace milkomeda {
namespace {

// With --record it is the recording that has many moments.
bool has_series(const Options& options) {
    return options.every && options.recording.empty();
}

// Refuses outputs that cannot be written before anything slow begins.
void require_outputs(const Options& options) {
    if (!options.recording.empty()) require_replaceable(options.recording);
    if (!options.output.empty())
        require_particle_output(
            has_series(options) ? FilePattern::numbered(options.output).path(0) : options.output,
            options.format);
    if (!options.diagnostics.empty()) require_writable(options.diagnostics);
}

// Files and rows that a run leaves behind.
class Outputs {
  public:
    // `components`: that there will be in the course of the run.
    Outputs(const Options& options, const DeviceContext& device_context, const SceneSetup& initial,
            const std::vector<Component>& components)
        : options_{options}, device_context_{device_context} {
        if (has_series(options)) snapshots_.emplace(initial.particles.time, *options.every);
        if (!options.recording.empty()) begin_recording(initial);
        if (!options.diagnostics.empty()) {  // last: this empties the file
            diagnostics_.emplace(options.diagnostics, components);
            rows_.emplace(initial.particles.time, options.diagnostics_every);
        }
    }

    // `run` has the bodies that there are, at some moment.
    void record(Simulation& simulation, const SimulationParameters& parameters,
                const std::shared_ptr<const SceneSetup>& run, bool last) {
        const double time = simulation.status().time;
        const bool row_due = rows_ && rows_->due(time, parameters.timestep);
        if (rows_ && (row_due || last))
            diagnostics_->add(diagnose(simulation, parameters), run->particles.components);
        if (snapshots_ && snapshots_->due(time, parameters.timestep))
            write(FilePattern::numbered(options_.output).path(snapshot_++), simulation, run);
        if (last && !options_.output.empty() && !snapshots_) write(options_.output, simulation, run);
        if (recorder_.recording() && (last || recorder_.is_due(time, parameters.timestep)))
            recorder_.add(simulation.checkpoints().read());
        tell(last ? recorder_.finish() : recorder_.take_done());
    }

  private:
    void begin_recording(const SceneSetup& initial) {
        const EventSchedule& course = initial.course;
        for (const SceneChange& change : std::span{course.changes}.subspan(course.done))
            if (!change.thrown && *change.time <= *options_.until)
                throw UsageError(
                    "--record: the scene will " + words_of(change) +
                    ", and a recording has the same bodies throughout; -o FILE with --every has not");
        const double begin = initial.particles.time,
                     every =
                         std::max(options_.every.value_or(RunRecorder::usual_interval), timestep_range.least);
        const auto columns = options_.records_velocities ? RecordedColumns::all : RecordedColumns::positions;
        log_info("recording " + options_.recording.string() + ": " +
                 recording_plan(options_.recording, initial.particles.size(), *options_.until - begin, every,
                                columns));
        recorder_.start(options_.recording, initial.particles, columns, begin, every);
    }
    static void tell(const std::optional<RunRecorder::Done>& done) {
        if (!done) return;
        if (!done->error.empty()) throw std::runtime_error(done->error);
        log_info("recorded " + std::to_string(done->moments) + " moments, " + size_text(done->bytes));
    }

    // A state is the whole run; other formats have its bodies. The last step may be a shorter one, which the
    // run's parameters know nothing of.
    void write(const std::filesystem::path& file, const Simulation& simulation,
               const std::shared_ptr<const SceneSetup>& run) const {
        if (format_for_writing(file, options_.format).name != state_format)
            return write_particles(file, simulation.checkpoints().read(), options_.format);
        const auto state = std::make_shared<const Checkpoint>(simulation.checkpoints().take());
        write_saved_state(file, saved_state({run, state, run->course, run->shown, run->parameters,
                                             saved_solver(device_context_, simulation)}));
    }

    const Options& options_;
    const DeviceContext& device_context_;
    std::optional<DiagnosticsFile> diagnostics_;
    std::optional<Schedule> rows_, snapshots_;
    long snapshot_ = 0;
    RunRecorder recorder_;
};

// Those of the start, and of the galaxies that will be added.
std::vector<Component> components_of(const SceneSnapshot& start, std::span<const GalaxyKind> kinds) {
    std::vector<Component> components = start.particles.components;
    const EventSchedule& course = start.course;
    for (const SceneChange& change : std::span{course.changes}.subspan(course.done))
        for (Component component : sample_of(change, kinds, start.particles).components) {
            component.galaxy = *change.added;
            components.push_back(std::move(component));
        }
    return components;
}

std::shared_ptr<const SceneSetup> with_bodies_of(const SceneSetup& initial, const SceneSnapshot& state) {
    auto run = std::make_shared<SceneSetup>(initial);
    run->particles = state.particles;
    run->shown = state.shown;
    run->course = state.course;
    return run;
}

// A file's past is what led to it, with these parameters.
void require_way_back(const SimulationParameters& parameters, const Options& options) {
    const std::string before = "--until lies before the start of the source, ";
    if (!options.recording.empty())
        throw UsageError(before + "and a recording goes forwards; -o FILE with --every goes back");
    if (!is_reversible(parameters.integrator))
        throw UsageError(before + "and " + std::string{name_of(parameters.integrator)} +
                         " does not go back; --integrator reversible does");
    if (parameters.damping != 1) throw UsageError(before + "and --damping cannot be undone");
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
    const auto shared_initial = std::make_shared<const SceneSetup>(
        load_scene_setup(options, assets, {}, bodies_limit(device_context)));
    const SceneSetup& initial = *shared_initial;
    std::shared_ptr<const SceneSetup> run = shared_initial;  // with the bodies that there are
    const double begin = initial.particles.time, until = *options.until;
    if (initial.mixed) return simulate_mixed(options, assets, device_context, shared_initial);
    const bool backwards = until < begin;
    if (backwards) require_way_back(initial.parameters, options);
    const std::optional<SolverChoice> saved_solver = solver_of(options, initial, device_context);
    const SolverChoice solver =
        saved_solver ? kernels.start(*saved_solver)
                     : kernels.settle(initial.particles.positions, initial.parameters.accuracy);
    Simulation simulation{device_context,  GlSide{}, {}, particles_of(shared_initial),
                          assets.reader(), solver};
    SceneSnapshot state{initial.particles, 0, origins_of(initial.particles), initial.shown, initial.course};
    if (initial.resumed) {
        log_info(options.source + " " + resume(simulation, device_context, initial));
        state.steps = initial.resumed->steps;
    }
    simulation.solver_slot().prepare(initial.parameters);
    simulation.prepare(initial.parameters);
    std::vector<GalaxyKind> kinds;
    if (state.course.next()) kinds = galaxy_kinds(assets);
    // Last: files of an earlier run stay when this one cannot begin.
    Outputs outputs{options, device_context, initial, components_of(state, kinds)};
    log_device_context(device_context);
    if (!options.output.empty()) log_lost_components(options, initial);
    kernels.log(simulation.solver_slot().choice(), simulation.status(), initial.parameters);
    log_shares(simulation.status());
    std::string numbers;
    const auto log_numbers = [&] {
        std::string now = simulation.status().numbers;
        if (now == numbers) return;
        numbers = std::move(now);
        log_info("numbers: " + numbers);
    };
    log_numbers();

    // Steps may be cut short of a frame's worth so that progress shows; the last one so that it ends on time.
    constexpr double progress_seconds = 0.5, rounding = 1e-6;
    SimulationParameters parameters = initial.parameters;
    Progress progress{backwards ? "going back" : "simulating", "time units", std::abs(until - begin)};
    const auto left = [&] { return (backwards ? -1 : 1) * (until - simulation.status().time); };
    const auto is_last = [&] { return left() <= rounding * initial.parameters.timestep; };
    const auto record = [&] { outputs.record(simulation, parameters, run, is_last()); };
    record();
    while (!is_last()) {
        if (!backwards && follow_course(simulation, state, parameters, kinds, device_context, assets))
            run = with_bodies_of(initial, state);
        if (left() < parameters.timestep * (1 - rounding)) parameters.timestep = left();
        const FrameBudget one{progress_seconds, 1};
        if ((backwards ? simulation.go_back(parameters, one) : simulation.advance(parameters, one)) == 0)
            continue;
        log_numbers();
        record();
        progress.update(std::abs(simulation.status().time - begin));
    }
    if (const auto errors = simulation.probes().force_errors()) log_info(to_text(*errors));
    return 0;
}

}  // namespace milkomeda
