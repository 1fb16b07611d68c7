// milkomeda bench potential: measures maps of the potential with each kernel of compute/examples, and compares the
// rates with the ceiling of the device.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/commands/bench_io.hpp"
#include "app/commands/commands.hpp"
#include "app/io/log.hpp"
#include "app/io/progress.hpp"
#include "compute/examples/bench_potential.hpp"

namespace milkomeda {
namespace {

using PotentialJson = nlohmann::ordered_json;

struct MeasuredMaps {
    const Device* device;
    std::size_t bodies, points;
    PotentialReport report;
};

// Measures a map of the plane z = 0 of the scene, with enough points to keep the device busy.
MeasuredMaps measure_maps(const BenchCommandOptions& options, const Assets& assets, const Device& device,
                          std::size_t bodies) {
    constexpr std::size_t cpu_points = 128, gpu_points = 512;  // points along an edge of the map
    constexpr double edge = 60;  // length of an edge in model units, so that the map contains both galaxies
    const SceneSetup initial = load_bodies(options, assets, {&device, 1}, bodies);
    const std::size_t side = device.type == "cpu" ? cpu_points : gpu_points;
    const PotentialProblem problem{.bodies = initial.particles.positions,
                                   .lattice = {{side, side, 1}, {}, {edge, edge, 1}},
                                   .gravity = initial.parameters.gravity,
                                   .softening = initial.parameters.softening};
    Progress progress{"measuring " + device.name, "%", 100};
    return {&device, initial.particles.size(), problem.lattice.points(),
            bench_potential(device, assets.reader(), problem, [&](double share) { progress.update(100 * share); })};
}

void print_maps(const MeasuredMaps& measured) {
    std::printf("%s (%s): %zu bodies at %zu points\n%-10s %6s %8s %6s %5s %10s %12s %9s %8s %11s %10s\n",
                measured.device->name.c_str(), measured.device->platform.c_str(), measured.bodies, measured.points,
                "form", "group", "per item", "unroll", "width", "ms", "Gevals/s", "flop each", "GFLOP/s", "of ceiling",
                "rms error");
    for (const PotentialTime& time : measured.report.times) {
        const KernelSettings& settings = time.choice.settings;
        std::printf("%-10s %6u %8u %6u %5u %10.3f %12.4g %9.3g %8.4g %9.0f %% %10.1e%s\n",
                    time.choice.form->name.data(), settings.work_group, settings.per_item, settings.unroll,
                    settings.width, 1e3 * time.seconds, 1e-9 * time.per_second, time.operations,
                    1e-9 * time.per_second * time.operations, 100 * time.per_second / measured.report.ceiling,
                    time.rms_error, time.part < 1 ? "  (extrapolated)" : "");
    }
    std::printf("%-10s %49.4g\n", "ceiling", 1e-9 * measured.report.ceiling);
}

// Returns a list such as "scalar, unrolled: OpenCL failed in clFinish (error -5 ...); tiled: ...".
std::string to_text(const std::vector<PotentialLeftOut>& left_out) {
    std::vector<OmittedMeasurement> omitted;
    for (const auto& [form, failure] : left_out) omitted.push_back({form->name, ": " + failure});
    return to_text(omitted);
}

PotentialJson rows_of(const MeasuredMaps& measured) {
    PotentialJson rows = PotentialJson::array();
    for (const PotentialTime& time : measured.report.times) {
        const KernelSettings& settings = time.choice.settings;
        rows.push_back({{"device", measured.device->name},
                        {"form", time.choice.form->name},
                        {"bodies", measured.bodies},
                        {"points", measured.points},
                        {"ms", 1e3 * time.seconds},
                        {"gevals_per_s", 1e-9 * time.per_second},
                        {"gflop_per_s", 1e-9 * time.per_second * time.operations},
                        {"of_ceiling", time.per_second / measured.report.ceiling},
                        {"rms_error", time.rms_error},
                        {"flop_per_eval", time.operations},
                        {"work_group", settings.work_group},
                        {"per_item", settings.per_item},
                        {"unroll", settings.unroll},
                        {"width", settings.width},
                        {"part_timed", time.part}});
    }
    return rows;
}

}  // namespace

void bench_potential(const BenchCommandOptions& options, const Assets& assets) {
    constexpr std::size_t usual_cpu = 8192, usual_gpu = 81'920;
    const BenchOutput output{options};
    PotentialJson rows = PotentialJson::array(), ceilings = PotentialJson::array();
    for (const Device& device : bench_devices(options.device.names, options.full)) {
        std::vector<std::size_t> all = options.bodies;
        if (all.empty()) all = {device.type == "cpu" ? usual_cpu : usual_gpu};
        for (const std::size_t bodies : all) {
            const MeasuredMaps measured = measure_maps(options, assets, device, bodies);
            if (!measured.report.left_out.empty()) log_info("not measured: " + to_text(measured.report.left_out));
            if (!options.json) print_maps(measured);
            for (const PotentialJson& row : rows_of(measured)) rows.push_back(row);
            ceilings.push_back({{"device", device.name}, {"gevals_per_s", 1e-9 * measured.report.ceiling}});
        }
    }
    output.write({{"results", rows}, {"ceilings", ceilings}}, rows);
}

}  // namespace milkomeda
