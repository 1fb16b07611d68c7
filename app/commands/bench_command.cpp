// milkomeda bench direct: measures how fast devices compute the direct sum, and compares with their limits.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/commands/bench_charts.hpp"
#include "app/commands/bench_commands.hpp"
#include "app/commands/bench_files.hpp"
#include "app/commands/bench_output.hpp"
#include "app/commands/left_out.hpp"
#include "app/io/json_text.hpp"
#include "app/io/log.hpp"
#include "app/io/progress.hpp"
#include "app/scene/device_selection.hpp"
#include "compute/bench/bench.hpp"
#include "data/system/standard_streams.hpp"

namespace milkomeda {
namespace {

BodiesLimit limit_of(std::span<const Device> devices) {
    DeviceContext device_context;
    device_context.device = devices.front();
    device_context.secondary.assign(devices.begin() + 1, devices.end());
    return bodies_limit(device_context);
}

// Returns the bodies of the source, ready to simulate. Throws if the devices cannot hold them.
ParticleSet bodies_of(const BenchCommandOptions& options, const Assets& assets, std::span<const Device> devices,
                      std::size_t bodies) {
    SceneOptions with_bodies = options.scene;
    with_bodies.selection.bodies = bodies;
    return load_scene_setup(
               with_bodies, assets, [](const SimulationParameters&) { return default_bodies; }, limit_of(devices))
        .particles;
}

// Returns bench options with numbers of bodies that all devices can hold, and with the time for one device.
BenchOptions bench_options(const BenchCommandOptions& options, const Assets& assets, std::span<const Device> devices) {
    // With preparation, 27 s of measurements take about half a minute.
    constexpr double usual_seconds = 27, seconds_for_requested = 120;
    const double of_its_own = options.bodies.empty() ? usual_seconds : seconds_for_requested;
    const double seconds = options.seconds.value_or(of_its_own);
    BenchOptions bench{.bodies = options.bodies,
                       .seconds = seconds / static_cast<double>(devices.size()),
                       .full = options.full,
                       .search = options.full || options.device.retune};
    if (bench.bodies.empty())
        for (const std::size_t usual : {8192, 16384, 49152, 81920, 262144})
            if (usual <= limit_of(devices).bodies) bench.bodies.push_back(usual);
    std::ranges::sort(bench.bodies);
    bench.bodies.erase(std::unique(bench.bodies.begin(), bench.bodies.end()), bench.bodies.end());
    for (const std::size_t bodies : bench.bodies)
        bodies_of(options, assets, devices, bodies);  // throws if the devices cannot hold the bodies
    return bench;
}

BenchReport measure(const BenchCommandOptions& options, const Assets& assets, const Device& device,
                    const BenchOptions& bench) {
    Progress progress{"measuring " + device.name, "%", 100};
    return bench_direct(
        device, assets.reader(), bench,
        [&](std::size_t bodies) {
            return bodies_of(options, assets, {&device, 1}, bodies);
        },
        [&progress](double share) { progress.update(share * 100); });
}

// Returns a list such as "naive, tiled for 49152 bodies: too slow or too large; naive for 81920 bodies:
// clFinish (error -5 ...)".
std::string to_text(const std::vector<BenchLeftOut>& left_out) {
    std::vector<LeftOut> rows;
    for (const auto& [variant, bodies, failure] : left_out)
        rows.push_back({variant->name, " for " + std::to_string(bodies) +
                                           " bodies: " + (failure.empty() ? "too slow or too large" : failure)});
    return joined(rows);
}

std::string why_nothing(const std::vector<BenchLeftOut>& left_out) {
    for (const BenchLeftOut& each : left_out)
        if (!each.failure.empty())
            return "nothing was measured: OpenCL failed in " + each.failure + "; try again, or another --device";
    return "nothing was measured in the time; try fewer --bodies, or --full";
}

// Measures each device alone. If the command line names several devices, also measures all of them together.
std::vector<Measured> measure_all(const BenchCommandOptions& options, const Assets& assets) {
    const std::vector<Device> devices = bench_devices(options.device.names, options.full);
    const BenchOptions bench = bench_options(options, assets, devices);
    std::vector<Measured> all;
    std::vector<BenchReport> reports;
    std::string names;
    for (const Device& device : devices) {
        const BenchReport report = measure(options, assets, device, bench);
        if (report.results.empty()) throw std::runtime_error(why_nothing(report.left_out));
        if (!report.left_out.empty()) log_info("left out: " + to_text(report.left_out));
        all.push_back({device.name, device.platform, device.type == "cpu", report});
        reports.push_back(report);
        names += (names.empty() ? "" : " + ") + device.name;
    }
    if (devices.size() == 1 || options.device.names.empty()) return all;
    Measured together{names, "together", false, {}};
    together.report.results = bench_multi_device(
        devices, assets.reader(), bench,
        [&](std::size_t bodies) { return bodies_of(options, assets, devices, bodies); }, reports);
    all.push_back(together);
    return all;
}

}  // namespace

int bench_direct(const BenchCommandOptions& options, const Assets& assets) {
    const BenchFiles files{options};
    const std::vector<Measured> all = measure_all(options, assets);
    if (!options.json)
        for (const Measured& measured : all) print_table(measured);
    const nlohmann::ordered_json json = to_json(all);
    if (options.json) std::cout << json_line(json) << '\n';
    std::vector<Chart> charts;
    for (const Measured& measured : all)
        for (Chart& chart : charts_of(measured.report, measured.name)) charts.push_back(std::move(chart));
    files.write(json.at("results"), charts);
    flush_standard_output();
    return 0;
}

}  // namespace milkomeda
