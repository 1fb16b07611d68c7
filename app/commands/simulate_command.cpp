#include <fmt/format.h>
#include <optional>
#include <utility>

#include "app/commands/commands.hpp"
#include "app/commands/headless_run.hpp"
#include "app/commands/simulate_command.hpp"
#include "app/diagnostics/kernel_tuning.hpp"
#include "app/io/diagnostics_file.hpp"
#include "app/io/log.hpp"
#include "app/io/output_file.hpp"
#include "app/io/progress.hpp"
#include "app/io/run_recorder.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/encounter_source.hpp"
#include "app/scene/scene_snapshot.hpp"
#include "app/scene/state_file.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"
#include "data/series/series.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Throws if an output cannot be written. Call this before any computation.
void require_outputs(const SimulateOptions& options) {
    if (!options.recording.empty()) require_replaceable(options.recording);
    if (!options.output.file.empty())
        require_particle_output(
            options.writes_series() ? FilePattern::numbered(options.output.file).path(0) : options.output.file,
            options.output.format);
    if (!options.diagnostics.empty()) require_writable(options.diagnostics);
}

// Files that a run writes: snapshots, a recording and diagnostics.
class Outputs {
  public:
    // `components` must also contain the components that later edits of galaxies add.
    Outputs(const SimulateOptions& options, const DeviceContext& device_context, const SceneSetup& initial,
            const std::vector<Component>& components)
        : options_{options}, device_context_{device_context} {
        if (options.writes_series()) snapshots_.emplace(initial.particles.time, *options.every);
        if (!options.recording.empty()) begin_recording(initial);
        if (!options.diagnostics.empty()) {  // opened last, because opening the CSV file overwrites the old file
            diagnostics_.emplace(options.diagnostics, components);
            rows_.emplace(initial.particles.time, options.diagnostics_every);
        }
    }

    // Writes the outputs that are due at the present time. If `last` is true, writes the final state as well.
    void record(HeadlessRun& run, bool last) {
        Simulation& simulation = run.simulation();
        const SimulationParameters& parameters = run.parameters();
        const double time = simulation.status().time;
        const bool row_due = rows_ && rows_->due(time, parameters.timestep);
        if (rows_ && (row_due || last))
            diagnostics_->add(diagnose(simulation, parameters), run.setup()->particles.components);
        if (snapshots_ && snapshots_->due(time, parameters.timestep))
            write(FilePattern::numbered(options_.output.file).path(snapshot_++), run);
        if (last && !options_.output.file.empty() && !snapshots_) write(options_.output.file, run);
        if (recorder_.recording() && (last || recorder_.is_due(time, parameters.timestep)))
            recorder_.add(simulation.checkpoints().read());
        log_done(last ? recorder_.finish() : recorder_.take_done());
    }

  private:
    void begin_recording(const SceneSetup& initial) {
        const EventSchedule& course = initial.course;
        for (const SceneChange& change : std::span{course.changes}.subspan(course.done))
            if (!change.thrown && *change.time <= *options_.scene.times.until)
                throw UsageError(
                    fmt::format("--record: the scene will {}, but all moments of a recording must have the "
                                "same bodies; use -o FILE with --every",
                                words_of(change)));
        const double begin = initial.particles.time,
                     every = std::max(options_.every.value_or(RunRecorder::usual_interval), timestep_range.least);
        const auto columns = options_.records_velocities ? RecordedColumns::all : RecordedColumns::positions;
        log_info(fmt::format("recording {}: {}", options_.recording.string(),
                             recording_plan(options_.recording, initial.particles.size(),
                                            *options_.scene.times.until - begin, every, columns)));
        recorder_.start(options_.recording, initial.particles, columns, begin, every);
    }
    static void log_done(const std::optional<RunRecorder::Done>& done) {
        if (!done) return;
        if (!done->error.empty()) throw std::runtime_error(done->error);
        log_info(fmt::format("recorded {} moments, {}", done->moments, size_text(done->bytes)));
    }

    // Writes the whole run to a state file, or only the bodies to a file of another format. A state file stores the
    // timestep of the scene, even if the last step was shorter.
    void write(const std::filesystem::path& file, HeadlessRun& run) const {
        const Simulation& simulation = run.simulation();
        if (format_for_writing(file, options_.output.format).name != state_format)
            return write_particles(file, simulation.checkpoints().read(), options_.output.format);
        const auto state = std::make_shared<const Checkpoint>(simulation.checkpoints().take());
        const std::shared_ptr<const SceneSetup>& setup = run.setup();
        write_saved_state(file, saved_state({setup, state, setup->course, setup->shown, setup->parameters,
                                             saved_solver(device_context_, simulation.solver_slot().choice())}));
    }

    const SimulateOptions& options_;
    const DeviceContext& device_context_;
    std::optional<DiagnosticsFile> diagnostics_;
    std::optional<Schedule> rows_, snapshots_;
    long snapshot_ = 0;
    RunRecorder recorder_;
};

// Returns which columns of gas are known after a run.
CompleteGasColumns written_gas_columns(const SceneSetup& setup) {
    const bool is_computed = setup.parameters.gas.model != GasModel::off && gas_count(setup.particles.components) > 0;
    return {is_computed, is_computed, is_computed};
}

// Throws UsageError if a run with these parameters and options cannot compute steps before its start.
void require_reversible(const SimulationParameters& parameters, bool has_gas, const SimulateOptions& options) {
    const auto refuse = [](const std::string& reason) {
        throw UsageError("--until lies before the start of the source, " + reason);
    };
    if (!options.recording.empty()) refuse("but a recording cannot run backward; use -o FILE with --every");
    if (const std::string why = why_irreversible(parameters, has_gas); !why.empty()) refuse("but " + why);
}

// Computes the run to its end, and writes outputs when they are due.
void run_to(double until, HeadlessRun& run, Outputs& outputs) {
    const double begin = run.setup()->particles.time;
    std::string logged_numbers;
    const auto log_numbers = [&] {  // logs range and precision of the fixed-point numbers after each change
        const std::string numbers = run.simulation().status().numbers;
        if (numbers != std::exchange(logged_numbers, numbers)) log_info("numbers: " + numbers);
    };
    log_numbers();
    Progress progress{until < begin ? "simulating backward" : "simulating", "time units", std::abs(until - begin)};
    outputs.record(run, run.is_at(until));
    while (!run.is_at(until)) {
        if (!run.step_toward(until)) continue;
        log_numbers();
        outputs.record(run, run.is_at(until));
        progress.update(std::abs(run.simulation().status().time - begin));
    }
}

}  // namespace

void simulate(const SimulateOptions& options, const Assets& assets) {
    if (is_encounter(options.scene.source)) return simulate_encounter(options, assets);
    if (is_series(options.scene.source))
        throw UsageError(fmt::format("simulate continues one file, but {} may be several files; name a single file",
                                     options.scene.source));
    require_outputs(options);
    const DeviceContext device_context = find_device_context(options.device, GlSide{});
    if (device_context.tier == Tier::none) throw std::runtime_error("cannot simulate: " + device_context.reason);
    KernelTuning kernels{options.device, options.program, device_context, assets};
    const auto setup =
        std::make_shared<const SceneSetup>(load_scene_setup(options.scene, assets, {}, bodies_limit(device_context)));
    if (setup->mixed) return simulate_mixed(options, assets, device_context, setup);
    const double until = *options.scene.times.until;
    if (until < setup->particles.time)
        require_reversible(setup->parameters, gas_count(setup->particles.components) > 0, options);
    const auto saved = solver_of(options.device, *setup, device_context);
    HeadlessRun run{
        setup, device_context, assets,
        saved ? kernels.start(*saved) : kernels.settle(setup->particles.positions, setup->parameters.accuracy)};
    Simulation& simulation = run.simulation();
    if (setup->resumed) log_info(options.scene.source + " " + resume(simulation, device_context, *setup));
    simulation.solver_slot().prepare(setup->parameters);
    simulation.prepare(setup->parameters);
    // The outputs are opened last: if this run cannot begin, old files with these names remain.
    Outputs outputs{options, device_context, *setup, run.components()};
    log_device_context(device_context);
    if (!options.output.file.empty()) log_lost_components(options.output, *setup, written_gas_columns(*setup));
    kernels.log(simulation.solver_slot().choice(), simulation.status(), setup->parameters);
    log_shares(simulation.status());
    run_to(until, run, outputs);
    if (const std::string gas = simulation.status().gas; !gas.empty()) log_info("gas: " + gas);
    if (const auto errors = simulation.probes().force_errors()) log_info(to_text(*errors));
}

}  // namespace milkomeda
