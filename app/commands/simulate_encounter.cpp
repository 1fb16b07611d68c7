// milkomeda simulate for a restricted encounter of two galaxies: writes its moments.
#include <fmt/format.h>
#include <limits>

#include "app/commands/simulate_command.hpp"
#include "app/io/log.hpp"
#include "app/io/output_file.hpp"
#include "app/playback/snapshot_series.hpp"
#include "data/formats/formats.hpp"

namespace milkomeda {

void simulate_encounter(const SimulateOptions& options, const Assets& assets) {
    if (!options.recording.empty() || !options.diagnostics.empty())
        throw UsageError("--spam: a restricted encounter takes no --record and no --diagnostics; use -o and --every");
    const auto initial = std::make_shared<SceneSetup>(load_scene_setup(
        options.scene, assets, {}, {std::numeric_limits<std::size_t>::max(), "this machine's memory"}));
    const double begin = initial->particles.time, until = *options.scene.times.until, last = initial->until;
    constexpr double rounding = 1e-6;
    if (until < begin - rounding || until > last + rounding)
        throw UsageError(fmt::format("--until is {:g}, but the encounter has the times {:g} to {:g}; 0 is the present",
                                     until, begin, last));
    SnapshotSeries series{initial->snapshots, particles_of(initial), 1};
    const auto write = [&](const std::filesystem::path& file, double time) {
        series.go_to(time);
        series.wait();
        series.moment();
        ParticleSet particles = series.read();
        particles.time = time;
        write_particles(file, particles, options.output.format);
    };
    if (options.writes_series()) {
        const FilePattern pattern = FilePattern::numbered(options.output.file);
        long file = 0;
        for (double time = begin; time <= until + rounding; time = begin + static_cast<double>(file) * *options.every)
            write(pattern.path(file++), time);
    } else if (!options.output.file.empty()) {
        write(options.output.file, until);
    }
}

}  // namespace milkomeda
