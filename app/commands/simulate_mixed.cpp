// milkomeda simulate for a mixed box, in which small particles (on the device) and large particles (on the host)
// collide. Computes the same steps as the window.
#include <fmt/format.h>
#include <cerrno>
#include <cstring>
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

// Writes the diagnostics of a mixed box as a CSV file. Columns may be added but not renamed, because scripts depend on
// the columns. Times in milliseconds are means per iteration.
class MixedRows {
  public:
    explicit MixedRows(const std::filesystem::path& file) : file_{file}, stream_{open_for_rows(file)} {
        stream_ << "time,steps,kinetic,small,large,full_cells,device_ms,host_ms,wait_ms,map_ms\n";
    }

    void add(MixedSimulation& simulation) {
        const MixedStatus status = simulation.status();
        const MixedTimes sum = simulation.take_times();
        const MixedTimes times = sum.iterations > 0 ? mean_of(sum) : sum;
        stream_.precision(9);
        errno = 0;
        stream_ << status.time << ',' << status.steps << ',' << kinetic_energy(simulation.read()) << ',' << status.small
                << ',' << status.large << ',' << status.full_cells << ',' << 1e3 * times.device << ','
                << 1e3 * times.host << ',' << 1e3 * times.wait << ',' << 1e3 * times.map << std::endl;
        if (!stream_)
            throw std::runtime_error(
                fmt::format("{}: cannot be written further: {}", file_.string(), std::strerror(errno)));
    }

  private:
    std::filesystem::path file_;
    std::ofstream stream_;
};

}  // namespace

void simulate_mixed(const SimulateOptions& options, const Assets& assets, const DeviceContext& device_context,
                    const std::shared_ptr<const SceneSetup>& initial) {
    const double begin = initial->particles.time, until = *options.scene.times.until,
                 step = initial->mixed->step_seconds();
    if (until < begin) throw UsageError("--until lies before the start of the source");
    if (!options.recording.empty())
        throw UsageError("--record does not support particles of mixed sizes; use -o and --every");
    MixedSimulation simulation{device_context, GlSide{}, {}, *initial->mixed, particles_of(initial), assets.reader()};
    std::optional<MixedRows> rows;
    if (!options.diagnostics.empty()) rows.emplace(options.diagnostics);
    log_device_context(device_context);
    log_undivided(device_context, "a box of mixed particles");
    Schedule rows_due{begin, options.diagnostics_every}, files_due{begin, options.every.value_or(1)};
    long file = 0;
    const auto record = [&](bool last) {
        const double time = simulation.status().time;
        if (rows && (rows_due.due(time, step) || last)) rows->add(simulation);
        if (options.every && files_due.due(time, step))
            write_particles(FilePattern::numbered(options.output.file).path(file++), used_rows(simulation.read()),
                            options.output.format);
        if (last && !options.output.file.empty() && !options.every)
            write_particles(options.output.file, used_rows(simulation.read()), options.output.format);
    };
    constexpr double rounding = 1e-6;  // tolerance as a share of a step, because times are rounded sums of steps
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
