// milkomeda simulate for a restricted encounter of two galaxies: writes its moments.
#include <fmt/format.h>

#include <functional>
#include <limits>

#include "app/commands/simulate_command.hpp"
#include "app/io/log.hpp"
#include "app/io/output_file.hpp"
#include "app/io/run_recorder.hpp"
#include "app/playback/snapshot_series.hpp"
#include "data/formats/formats.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr double time_rounding = 1e-6;

// Records the moments from `begin` to `until`. `moment_at` returns the bodies at a model time.
void record_encounter(const SimulateOptions& options, double begin, double until,
                      const std::function<ParticleSet(double time)>& moment_at) {
    const auto columns = options.records_velocities ? RecordedColumns::all : RecordedColumns::positions;
    const double every = std::max(options.every.value_or(RunRecorder::usual_interval), timestep_range.least);
    const ParticleSet first = moment_at(begin);
    log_info(fmt::format("recording {}: {}", options.recording.string(),
                         recording_plan(options.recording, first.size(), until - begin, every, columns)));
    RunRecorder recorder;
    recorder.start(options.recording, first, columns, begin, every);
    while (recorder.next_time() < until - time_rounding) recorder.add(moment_at(recorder.next_time()));
    recorder.add(moment_at(until));
    const auto done = recorder.finish();
    if (!done->error.empty()) throw std::runtime_error(done->error);
    log_info(fmt::format("recorded {} moments, {}", done->moments, size_text(done->bytes)));
}

}  // namespace

void simulate_encounter(const SimulateOptions& options, const Assets& assets) {
    if (!options.diagnostics.empty())
        throw UsageError("--spam: a restricted encounter takes no --diagnostics, because its bodies attract nothing");
    if (!options.recording.empty()) require_replaceable(options.recording);
    const auto initial = std::make_shared<SceneSetup>(load_scene_setup(
        options.scene, assets, {}, {std::numeric_limits<std::size_t>::max(), "this machine's memory"}));
    const double begin = initial->particles.time, until = *options.scene.times.until, last = initial->until;
    if (until < begin - time_rounding || until > last + time_rounding)
        throw UsageError(fmt::format("--until is {:g}, but the encounter has the times {:g} to {:g}; 0 is the present",
                                     until, begin, last));
    SnapshotSeries series{initial->snapshots, particles_of(initial), 1};
    const auto moment_at = [&](double time) {
        series.go_to(time);
        series.wait();
        series.moment();
        ParticleSet particles = series.read();
        particles.time = time;
        return particles;
    };
    const auto write = [&](const std::filesystem::path& file, double time) {
        write_particles(file, moment_at(time), options.output.format);
    };
    if (!options.recording.empty()) record_encounter(options, begin, until, moment_at);
    if (options.writes_series()) {
        const FilePattern pattern = FilePattern::numbered(options.output.file);
        long file = 0;
        for (double time = begin; time <= until + time_rounding;
             time = begin + static_cast<double>(file) * *options.every)
            write(pattern.path(file++), time);
    } else if (!options.output.file.empty()) {
        write(options.output.file, until);
    }
}

}  // namespace milkomeda
