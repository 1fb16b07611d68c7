// milkomeda bench mixed: measures the time of an iteration of a mixed box, in which small particles (on the device) and
// large particles (on the host) collide. Compares zero-copy with copied memory, and the balanced with the plain
// schedule.
#include <fmt/format.h>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "app/commands/bench_io.hpp"
#include "app/commands/commands.hpp"
#include "app/io/progress.hpp"
#include "app/scene/device_selection.hpp"
#include "compute/bench/bench_mixed.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {
namespace {

using MixedJson = nlohmann::ordered_json;

struct MixedCounts {
    std::size_t small, large;
    auto operator<=>(const MixedCounts&) const = default;
};

// Returns the particle counts to measure: several numbers of small particles with the scene's number of large
// particles, and several numbers of large particles with the scene's number of small particles.
std::vector<MixedCounts> counts_to_measure(const BenchCommandOptions& options, const Device& device,
                                           const MixedBox& box) {
    const std::size_t large = box.dynamic + box.fixed;
    std::vector<MixedCounts> numbers;
    for (const std::size_t small : options.bodies) numbers.push_back({small, large});
    if (!numbers.empty()) return numbers;
    for (const std::size_t small : std::array<std::size_t, 4>{2'050, 8'200, 32'800, 131'200})
        numbers.push_back({small, large});
    if (device.type != "cpu") numbers.push_back({1'000'000, large});
    for (const std::size_t more : std::array<std::size_t, 3>{50, 300, 600}) numbers.push_back({box.small, more});
    return numbers;
}

void print_timing(const MixedTiming& timing) {
    std::printf("%9zu %7zu  %-9s  %-8s %8.3f %8.3f %8.3f %8.3f %8.3f\n", timing.small, timing.large,
                name_of(timing.memory).data(), name_of(timing.schedule).data(), 1e3 * timing.times.total,
                1e3 * timing.times.device, 1e3 * timing.times.host, 1e3 * timing.times.wait, 1e3 * timing.times.map);
}

MixedJson row_of(const Device& device, const MixedTiming& timing) {
    return {{"device", device.name},
            {"small", timing.small},
            {"large", timing.large},
            {"memory", name_of(timing.memory)},
            {"schedule", name_of(timing.schedule)},
            {"ms_per_iteration", 1e3 * timing.times.total},
            {"device_ms", 1e3 * timing.times.device},
            {"host_ms", 1e3 * timing.times.host},
            {"wait_ms", 1e3 * timing.times.wait},
            {"map_ms", 1e3 * timing.times.map}};
}

// Comparison of two variants, each with its kind of memory and schedule, in a chart.
struct Comparison {
    const char* title;
    std::array<std::pair<MixedMemory, MixedSchedule>, 2> variants;
};
constexpr std::array comparisons{
    Comparison{"Zero-copy and copied memory",
               {{{MixedMemory::zero_copy, MixedSchedule::balanced}, {MixedMemory::copied, MixedSchedule::balanced}}}},
    Comparison{"Balanced and plain schedule",
               {{{MixedMemory::zero_copy, MixedSchedule::balanced}, {MixedMemory::zero_copy, MixedSchedule::plain}}}}};

// Quantity on the x axis: the number of small particles at a fixed number of large particles, or vice versa.
struct Abscissa {
    const char* label;
    std::size_t MixedTiming::*x;
    std::size_t MixedTiming::*fixed;
    std::size_t fixed_number;
    std::string fixed_text;
};

Chart chart_of(const Comparison& comparison, const Abscissa& by, const std::vector<MixedTiming>& timings,
               const std::string& device) {
    Chart chart{.title = fmt::format("{}, {}: {}", comparison.title, by.fixed_text, device),
                .x_label = by.label,
                .y_label = "milliseconds per iteration",
                .logarithmic_x = true,
                .logarithmic_y = true,
                .series = {}};
    std::set<double> places;
    for (const auto& [memory, schedule] : comparison.variants) {
        ChartSeries line{fmt::format("{}, {}", name_of(memory), name_of(schedule)), {}, chart.series.size()};
        for (const MixedTiming& timing : timings)
            if (timing.memory == memory && timing.schedule == schedule && timing.*by.fixed == by.fixed_number)
                line.points.push_back({static_cast<double>(timing.*by.x), 1e3 * timing.times.total});
        std::ranges::sort(line.points, {}, &ChartPoint::x);
        for (const ChartPoint& point : line.points) places.insert(point.x);
        chart.series.push_back(line);
    }
    chart.x_ticks.assign(places.begin(), places.end());
    return chart;
}

std::vector<Abscissa> abscissae(const BenchCommandOptions& options, const MixedBox& box) {
    const std::size_t large = box.dynamic + box.fixed;
    std::vector<Abscissa> all{
        {"small particles", &MixedTiming::small, &MixedTiming::large, large, fmt::format("{} large particles", large)}};
    if (options.bodies.empty())
        all.push_back({"large particles", &MixedTiming::large, &MixedTiming::small, box.small,
                       fmt::format("{} small particles", box.small)});
    return all;
}

}  // namespace

void bench_mixed(const BenchCommandOptions& options, const Assets& assets) {
    const BenchOutput output{options};
    const std::string& source = options.scene.source;
    const Scene scene = load_scene(source == default_scene ? "mixed" : source, assets);
    if (!scene.mixed)
        throw UsageError("bench mixed takes only scenes with a table [mixed], such as the scenes mixed and mixed-3d");
    MixedJson rows = MixedJson::array();
    std::vector<Chart> charts;
    for (const Device& device : bench_devices(options.device.names, options.full)) {
        if (!options.json)
            std::printf("%s (%s)\n%9s %7s  %-9s  %-8s %8s %8s %8s %8s %8s\n", device.name.c_str(),
                        device.platform.c_str(), "small", "large", "memory", "schedule", "ms", "device", "host",
                        "waits", "maps");
        std::vector<MixedTiming> timings;
        for (const MixedCounts& numbers : counts_to_measure(options, device, *scene.mixed))
            for (const MixedTiming& timing :
                 bench_mixed(device, assets.reader(), with_numbers(*scene.mixed, numbers.small, numbers.large))) {
                if (!options.json) print_timing(timing);
                rows.push_back(row_of(device, timing));
                timings.push_back(timing);
            }
        for (const Comparison& comparison : comparisons)
            for (const Abscissa& by : abscissae(options, *scene.mixed))
                charts.push_back(chart_of(comparison, by, timings, device.name));
    }
    output.write({{"results", rows}}, rows, charts);
}

}  // namespace milkomeda
