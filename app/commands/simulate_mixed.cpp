// milkomeda simulate for a mixed box, in which small particles (on the device) and large particles (on the host)
// collide. Computes the same steps as the window.
#include <fmt/format.h>
#include <fstream>

#include "app/commands/simulate_command.hpp"
#include "app/io/log.hpp"
#include "app/io/output_file.hpp"
#include "app/io/progress.hpp"
#include "app/scene/device_selection.hpp"
#include "compute/mixed/mixed_simulation.hpp"
#include "data/formats/formats.hpp"
#include "data/series/series.hpp"

namespace milkomeda {
namespace {

// Header of the CSV file with the diagnostics of a mixed box; next_row() returns its rows. New versions may add columns
// but not rename columns, because scripts read them by name. Times in milliseconds are means per iteration.
constexpr const char* header_of_rows = "time,steps,kinetic,small,large,full_cells,device_ms,host_ms,wait_ms,map_ms\n";

std::string next_row(MixedSimulation& simulation) {
    const MixedStatus status = simulation.status();
    const MixedTimes sum = simulation.take_times();
    const MixedTimes times = sum.iterations > 0 ? mean_of(sum) : sum;
    return fmt::format("{:.9g},{},{:.9g},{},{},{},{:.9g},{:.9g},{:.9g},{:.9g}", status.time, status.steps,
                       kinetic_energy(simulation.read()), status.small, status.large, status.full_cells,
                       1e3 * times.device, 1e3 * times.host, 1e3 * times.wait, 1e3 * times.map);
}

}  // namespace

void simulate_mixed(const SimulateOptions& options, const Assets& assets, const DeviceContext& device_context,
                    const std::shared_ptr<const SceneSetup>& initial) {
    const double begin = initial->particles.time, until = *options.scene.times.until,
                 step = initial->mixed->step_seconds();
    if (until < begin) throw UsageError("--until lies before the start of the source");
    if (!options.recording.empty())
        throw UsageError("--record does not support particles of mixed sizes; use -o and --every");
    MixedSimulation simulation{device_context, GlSide{}, {}, *initial->mixed, particles_of(initial), assets.reader()};
    std::ofstream rows;
    if (!options.diagnostics.empty()) {
        rows = open_for_rows(options.diagnostics);
        rows << header_of_rows;
    }
    log_device_context(device_context);
    log_undivided(device_context, "a box of mixed particles");
    Schedule rows_due{begin, options.diagnostics_every}, files_due{begin, options.every.value_or(1)};
    long file = 0;
    const auto record = [&](bool last) {
        const double time = simulation.status().time;
        if (rows.is_open() && (rows_due.due(time, step) || last))
            add_row(rows, options.diagnostics, next_row(simulation));
        if (options.every && files_due.due(time, step))
            write_particles(FilePattern::numbered(options.output.file).path(file++), used_rows(simulation.read()),
                            options.output.format);
        if (last && !options.output.file.empty() && !options.every)
            write_particles(options.output.file, used_rows(simulation.read()), options.output.format);
    };
    constexpr double rounding = 1e-6;  // tolerance as a share of a step: times have rounding errors
    const auto left = [&] { return until - simulation.status().time; };
    Progress progress{"simulating", "time units", until - begin};
    record(left() < step * (1 - rounding));
    while (left() >= step * (1 - rounding)) {
        simulation.advance();
        record(left() < step * (1 - rounding));
        progress.update(simulation.status().time - begin);
    }
    if (const std::size_t full = simulation.status().most_full_cells; full > 0)
        log_warning(
            fmt::format("up to {} cells of the grid were full, so that some contacts were not detected; increase "
                        "mixed.grid.capacity",
                        full));
}

}  // namespace milkomeda
