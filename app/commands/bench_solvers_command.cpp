// milkomeda bench solvers: measures the direct sum and the multipole method for several numbers of bodies.
#include <fmt/format.h>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/commands/bench_io.hpp"
#include "app/commands/commands.hpp"
#include "app/io/progress.hpp"
#include "app/scene/device_selection.hpp"
#include "compute/bench/bench_solvers.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

struct DeviceTimes {
    std::string device, platform;
    std::vector<SolverTime> times;
};

std::string name_of(const SolverTime& time) {
    return std::string{time.solver} + (time.accuracy ? fmt::format(" {}", name_of(*time.accuracy)) : "");
}

// Returns true if the measurement used the default expansion orders and leaf size of its accuracy.
bool has_default_settings(const SolverTime& time) {
    const FmmSettings usual = fmm_settings(*time.accuracy);
    return time.settings->orders == usual.orders && time.settings->leaf == usual.leaf;
}

std::string orders_of(const SolverTime& time) {
    const ExpansionOrders& orders = time.settings->orders;
    return fmt::format("{}/{}", orders.locals, orders.moments);
}

// Measures one device, or several devices that share the work.
DeviceTimes measure(const BenchCommandOptions& options, const Assets& assets, std::span<const Device> devices) {
    const Device& device = devices.front();
    std::vector<std::size_t> bodies = options.bodies;
    if (bodies.empty()) {
        bodies = {1024, 4096, 16384, 65536, 262144};
        if (options.full || device.type != "cpu") bodies.push_back(1'000'000);
        if (options.full) bodies.push_back(4'000'000);
    }
    std::ranges::sort(bodies);
    const auto load = [&](std::size_t count) { return load_bodies(options, assets, devices, count); };
    const double softening = load(bodies.front()).parameters.softening;
    const std::string name = join(devices, &Device::name, " + ");
    Progress progress{"measuring " + name, "%", 100};
    const auto make_bodies = [&](std::size_t count) { return load(count).particles; };
    const auto show_progress = [&progress](double share) { progress.update(share * 100); };
    const BenchOptions bench{.bodies = bodies, .softening = softening, .full = options.full};
    return {name, devices.size() == 1 ? device.platform : "together",
            bench_solvers(devices, assets.reader(), bench, make_bodies, show_progress)};
}

void print(const DeviceTimes& measured) {
    std::printf("%s (%s)\n%-12s %6s %4s %9s %10s %9s %9s %9s %9s %9s %7s  %s\n", measured.device.c_str(),
                measured.platform.c_str(), "solver", "orders", "leaf", "bodies", "ms/sum", "p50", "p99", "largest",
                "rms", "momentum", "B/body", "stages, ms");
    for (const SolverTime& time : measured.times) {
        std::printf("%-12s %6s %4s %9zu %10.3f", name_of(time).c_str(), time.settings ? orders_of(time).c_str() : "-",
                    time.settings ? std::to_string(time.settings->leaf).c_str() : "-", time.bodies, 1e3 * time.seconds);
        if (const auto& e = time.errors)
            std::printf(" %9.2g %9.2g %9.2g %9.2g %9.1g", e->p50, e->p99, e->most, e->rms, e->momentum);
        else
            std::printf(" %9s %9s %9s %9s %9s", "-", "-", "-", "-", "-");
        if (time.bytes_per_body)
            std::printf(" %7.0f ", *time.bytes_per_body);
        else
            std::printf(" %7s ", "-");
        for (const StageTime& stage : time.stages) std::printf(" %s %.2f", stage.name.data(), 1e3 * stage.seconds);
        std::puts((' ' + time.shares).c_str());
    }
    for (const Accuracy accuracy : bench_accuracies)
        if (const auto place = crossover(measured.times, accuracy))
            std::printf("fmm %s is faster than the direct sum from %s bodies on\n", name_of(accuracy).data(),
                        rounded_number(place->bodies, 2).c_str());
}

template <typename Number>
Json number_or_null(const std::optional<Number>& number) {
    return number ? Json(*number) : Json();
}

Json row_of(const std::string& device, const SolverTime& time) {
    Json row{{"device", device},
             {"solver", time.solver},
             {"accuracy", time.accuracy ? Json(name_of(*time.accuracy)) : Json()},
             {"orders", time.settings ? Json(orders_of(time)) : Json()},
             {"leaf", time.settings ? Json(time.settings->leaf) : Json()},
             {"tolerance", time.settings ? Json(time.settings->tolerance) : Json()},
             {"bodies", time.bodies},
             {"ms_per_sum", 1e3 * time.seconds},
             {"part_timed", time.part},
             {"shares", time.shares.empty() ? Json() : Json(time.shares)},
             {"bytes_per_body", number_or_null(time.bytes_per_body)}};
    const auto& e = time.errors;
    row["error_p50"] = e ? Json(e->p50) : Json();
    row["error_p99"] = e ? Json(e->p99) : Json();
    row["error_max"] = e ? Json(e->most) : Json();
    row["error_rms"] = e ? Json(e->rms) : Json();
    row["momentum_error"] = e ? Json(e->momentum) : Json();
    for (const char* name : {"sort", "tree", "moments", "walk", "far field", "near field", "downward"}) {
        const auto stage = std::ranges::find(time.stages, name, &StageTime::name);
        row[std::string{name} + " ms"] = stage == time.stages.end() ? Json() : Json(1e3 * stage->seconds);
    }
    return row;
}

Chart chart_of(const DeviceTimes& measured) {
    Chart chart{"Time of a force evaluation: " + measured.device, "bodies", "milliseconds", true, true, {}};
    for (const SolverTime& time : measured.times) {
        if (time.settings && !has_default_settings(time)) continue;
        auto line = std::ranges::find(chart.series, name_of(time), &ChartSeries::name);
        if (line == chart.series.end()) line = chart.series.insert(line, {name_of(time), {}, chart.series.size()});
        line->points.push_back({static_cast<double>(time.bodies), 1e3 * time.seconds});
    }
    for (const Accuracy accuracy : bench_accuracies)
        if (const auto place = crossover(measured.times, accuracy)) {
            const std::string name =
                fmt::format("fmm {} is faster from {} bodies on", name_of(accuracy), rounded_number(place->bodies, 2));
            chart.series.push_back({name, {{place->bodies, 1e3 * place->seconds}}, 0, true});
        }
    return chart;
}

}  // namespace

void bench_solvers(const BenchCommandOptions& options, const Assets& assets) {
    const BenchOutput output{options};
    Json rows = Json::array();
    std::vector<Chart> charts;
    const std::vector<Device> devices = bench_devices(options.device.names, options.full);
    const auto add = [&](std::span<const Device> measured_devices) {
        const DeviceTimes measured = measure(options, assets, measured_devices);
        if (!options.json) print(measured);
        for (const SolverTime& time : measured.times) rows.push_back(row_of(measured.device, time));
        charts.push_back(chart_of(measured));
    };
    for (const Device& device : devices) add({&device, 1});
    if (devices.size() > 1 && !options.device.names.empty()) add(devices);
    output.write({{"results", rows}}, rows, charts);
}

}  // namespace milkomeda
