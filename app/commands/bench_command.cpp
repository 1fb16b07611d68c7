// milkomeda bench direct: measures how fast devices compute the direct sum, and compares the rates with the ceilings of
// the devices.
#include <fmt/format.h>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/commands/bench_io.hpp"
#include "app/commands/bench_output.hpp"
#include "app/commands/commands.hpp"
#include "app/io/log.hpp"
#include "app/io/progress.hpp"
#include "app/scene/device_selection.hpp"
#include "compute/bench/bench.hpp"

namespace milkomeda {
namespace {

// Returns the options for the bench of each device. All numbers of bodies fit into the memory of every device.
BenchOptions bench_options(const BenchCommandOptions& options, const Assets& assets, std::span<const Device> devices) {
    // By default, the bench takes about half a minute: 27 seconds of measurements, and a few seconds of preparation.
    constexpr double usual_seconds = 27, seconds_for_requested = 120;
    const double seconds = options.seconds.value_or(options.bodies.empty() ? usual_seconds : seconds_for_requested);
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
        load_bodies(options, assets, devices, bodies);  // throws if the devices cannot hold the bodies
    return bench;
}

BenchReport measure(const BenchCommandOptions& options, const Assets& assets, const Device& device,
                    const BenchOptions& bench) {
    Progress progress{"measuring " + device.name, "%", 100};
    return bench_direct(
        device, assets.reader(), bench,
        [&](std::size_t bodies) {
            return load_bodies(options, assets, {&device, 1}, bodies).particles;
        },
        [&progress](double share) { progress.update(share * 100); });
}

// Returns a list such as "naive, tiled for 49152 bodies: too slow or too large; naive for 81920 bodies:
// clFinish (error -5 ...)".
std::string to_text(const std::vector<BenchLeftOut>& left_out) {
    std::vector<OmittedMeasurement> omitted;
    for (const auto& [variant, bodies, failure] : left_out)
        omitted.push_back({variant->name, fmt::format(" for {} bodies: {}", bodies,
                                                      failure.empty() ? "too slow or too large" : failure)});
    return to_text(omitted);
}

// Returns the message for a bench that has no result.
std::string no_result_message(const std::vector<BenchLeftOut>& left_out) {
    for (const BenchLeftOut& each : left_out)
        if (!each.failure.empty())
            return fmt::format("nothing was measured: OpenCL failed in {}; try again, or another --device",
                               each.failure);
    return "no measurement ended in the available time; try fewer --bodies, or --full";
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
        if (report.results.empty()) throw std::runtime_error(no_result_message(report.left_out));
        if (!report.left_out.empty()) log_info("not measured: " + to_text(report.left_out));
        all.push_back({device.name, device.platform, device.type == "cpu", report});
        reports.push_back(report);
        names += (names.empty() ? "" : " + ") + device.name;
    }
    if (devices.size() == 1 || options.device.names.empty()) return all;
    Measured together{names, "together", false, {}};
    together.report.results = bench_multi_device(
        devices, assets.reader(), bench,
        [&](std::size_t bodies) { return load_bodies(options, assets, devices, bodies).particles; }, reports);
    all.push_back(together);
    return all;
}

}  // namespace

void bench_direct(const BenchCommandOptions& options, const Assets& assets) {
    const BenchOutput output{options};
    const std::vector<Measured> all = measure_all(options, assets);
    if (!options.json)
        for (const Measured& measured : all) print_table(measured);
    std::vector<Chart> charts;
    for (const Measured& measured : all)
        for (Chart& chart : charts_of(measured.report, measured.name)) charts.push_back(std::move(chart));
    const nlohmann::ordered_json json = to_json(all);
    output.write(json, json.at("results"), charts);
}

}  // namespace milkomeda
