// milkomeda bench: how fast devices compute the direct sum, and how fast they could.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/bench/bench_charts.hpp"
#include "app/bench/bench_commands.hpp"
#include "app/output/csv_table.hpp"
#include "app/output/log.hpp"
#include "app/output/output_file.hpp"
#include "app/output/progress.hpp"
#include "app/scene/device_selection.hpp"
#include "compute/bench/bench.hpp"
#include "render/gl/headless_context.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

constexpr double flop_per_pair = 20;  // by convention, since Nyland, Harris and Prins 2007

struct Measured {
    std::string name, platform;
    bool is_cpu;
    BenchReport report;
};

BodiesLimit limit_of(std::span<const Device> devices) {
    DeviceContext device_context;
    device_context.device = devices.front();
    device_context.secondary.assign(devices.begin() + 1, devices.end());
    return bodies_limit(device_context);
}

// The default scene's bodies as they would be simulated; throws for more than the devices hold.
Particles bodies_of(const Options& options, const Assets& assets, std::span<const Device> devices,
                    std::size_t bodies) {
    Options wish = options;
    wish.selection.bodies = bodies;
    return load_initial_state(
               wish, assets, [](const SimulationParameters&) { return default_bodies; }, limit_of(devices))
        .particles;
}

// What all devices hold, for the time that they have.
BenchOptions wish_for(const Options& options, const Assets& assets, std::span<const Device> devices) {
    constexpr double usual_seconds = 27, seconds_for_wishes = 120;  // half a minute with what is around it
    const double seconds = options.bench_bodies.empty() ? usual_seconds : seconds_for_wishes;
    BenchOptions wish{.bodies = options.bench_bodies,
                      .seconds = seconds / static_cast<double>(devices.size()),
                      .full = options.bench_full,
                      .search = options.bench_full || options.retune};
    if (wish.bodies.empty())
        for (const std::size_t usual : {8192, 16384, 49152, 81920, 262144})
            if (usual <= limit_of(devices).bodies) wish.bodies.push_back(usual);
    std::ranges::sort(wish.bodies);
    wish.bodies.erase(std::unique(wish.bodies.begin(), wish.bodies.end()), wish.bodies.end());
    for (const std::size_t bodies : wish.bodies)
        bodies_of(options, assets, devices, bodies);  // all can be had
    return wish;
}

BenchReport measure(const Options& options, const Assets& assets, const Device& device,
                    const BenchOptions& wish) {
    Progress progress{"measuring " + device.name, "%", 100};
    return bench_direct(
        device, assets.reader(), wish,
        [&](std::size_t bodies) {
            return bodies_of(options, assets, {&device, 1}, bodies);
        },
        [&progress](double share) { progress.update(share * 100); });
}

// "naive, tiled for 49152 bodies; naive for 81920 bodies"
std::string to_text(const std::vector<BenchLeftOut>& left_out) {
    std::string text;
    for (std::size_t i = 0; i < left_out.size(); ++i) {
        const std::size_t bodies = left_out[i].bodies;
        const bool last = i + 1 == left_out.size() || left_out[i + 1].bodies != bodies;
        text += left_out[i].variant->name;
        text += !last ? ", " : " for " + std::to_string(bodies) + " bodies";
        if (last && i + 1 < left_out.size()) text += "; ";
    }
    return text;
}

// Each device alone; then all together, if several were asked for.
std::vector<Measured> measure_all(const Options& options, const Assets& assets) {
    const std::vector<Device> devices = bench_devices(options);
    const BenchOptions wish = wish_for(options, assets, devices);
    std::vector<Measured> all;
    std::vector<BenchReport> reports;
    std::string names;
    for (const Device& device : devices) {
        const BenchReport report = measure(options, assets, device, wish);
        if (!report.left_out.empty())
            log_info("left out, too slow or too large: " + to_text(report.left_out));
        if (report.results.empty())
            throw std::runtime_error("nothing was measured in the time; try fewer --bodies, or --full");
        all.push_back({device.name, device.platform, device.type == "cpu", report});
        reports.push_back(report);
        names += (names.empty() ? "" : " + ") + device.name;
    }
    if (devices.size() == 1 || options.device.empty()) return all;
    Measured team{names, "together", false, {}};
    team.report.results = bench_team(
        devices, assets.reader(), wish,
        [&](std::size_t bodies) { return bodies_of(options, assets, devices, bodies); }, reports);
    all.push_back(team);
    return all;
}

const char* name_of(KernelForm form) {
    return form == KernelForm::symmetric ? "symmetric" : "one-sided";
}

const char* name_of(const BenchBaseline& baseline) {
    return baseline.form == KernelForm::symmetric ? "handwritten-symmetric" : "handwritten";
}

Json to_json(const std::optional<double>& value) {
    return value ? Json(*value) : Json();
}

Json to_json(const std::string& device, const BenchResult& result) {
    const KernelSettings& s = result.kernel.settings;
    const double gpairs = result.pairs_per_second * 1e-9;
    const std::optional<BenchErrors>& errors = result.errors;
    return {{"device", device},
            {"kernel", result.kernel.variant->name},
            {"bodies", result.bodies},
            {"fraction", 1.0 / result.fraction_denominator},
            {"work_group", s.work_group},
            {"per_item", s.per_item},
            {"split", s.split},
            {"ms_per_step", result.seconds * 1e3},
            {"gpairs_per_s", gpairs},
            {"of_ceiling", result.of_ceiling},
            {"rms_error", errors ? Json(errors->rms) : Json()},
            {"max_error", errors ? Json(errors->max) : Json()},
            {"unroll", s.unroll},
            {"width", s.width},
            {"form", name_of(result.computed_by->form)},
            {"best", result.best},
            {"chosen", result.chosen},
            {"gflop_per_s", gpairs * flop_per_pair},
            {"steps_per_s", 1 / result.seconds},
            {"times_tiled", to_json(result.times_tiled)},
            {"of_handwritten", to_json(result.of_baseline)},
            {"part", result.part},
            {"computed_by", result.computed_by->name},
            {"times_first", to_json(result.times_first)}};
}

Json to_json(const std::string& device, const BenchBaseline& baseline) {
    return {{"device", device},
            {"name", name_of(baseline)},
            {"form", name_of(baseline.form)},
            {"bodies", baseline.bodies},
            {"ms_per_step", baseline.seconds * 1e3},
            {"gpairs_per_s", baseline.pairs_per_second * 1e-9},
            {"rms_error", baseline.errors.rms},
            {"max_error", baseline.errors.max},
            {"instructions", baseline.instructions},
            {"part", baseline.part}};
}

Json to_json(const std::vector<Measured>& all) {
    Json results = Json::array(), ceilings = Json::array(), baselines = Json::array(), phases = Json::array();
    for (const auto& [device, platform, is_cpu, report] : all) {
        for (const BenchResult& result : report.results) results.push_back(to_json(device, result));
        for (const BenchCeiling& ceiling : report.ceilings)
            ceilings.push_back({{"device", device},
                                {"gpairs_per_s", ceiling.pairs_per_second * 1e-9},
                                {"form", name_of(ceiling.form)},
                                {"holds", ceiling.holds}});
        for (const BenchBaseline& baseline : report.baselines) baselines.push_back(to_json(device, baseline));
        for (const BenchPhases& phase : report.phases)
            phases.push_back({{"device", device},
                              {"bodies", phase.bodies},
                              {"moves_ms", phase.moves * 1e3},
                              {"read_ms", phase.read * 1e3}});
    }
    return {{"results", results}, {"ceilings", ceilings}, {"yardsticks", baselines}, {"phases", phases}};
}

// A number in so many columns, or a dash where there is none.
std::string cell(const char* format, int columns, const std::optional<double>& value) {
    char text[64] = "-";
    if (value) std::snprintf(text, sizeof text, format, *value);
    return std::string(static_cast<std::size_t>(std::max(0, columns - static_cast<int>(std::strlen(text)))),
                       ' ') +
           text;
}

struct Row {
    std::size_t bodies;
    unsigned fraction_denominator;
    std::string kernel;
    double seconds, part, pairs_per_second;
    std::optional<double> of_ceiling, times_tiled, of_baseline;
    std::optional<BenchErrors> errors;
};

void print(const Row& row) {
    const double gpairs = row.pairs_per_second * 1e-9;
    const std::string fraction =
        row.fraction_denominator == 1 ? "all" : "1/" + std::to_string(row.fraction_denominator);
    const std::string kernel = row.kernel + (row.part < 1 ? "  (a part)" : "");
    const auto percent = [](const std::optional<double>& share) {
        return cell("%.1f %%", 9, share ? std::optional{*share * 100} : share);
    };
    const auto& errors = row.errors;
    std::printf("%8zu %4s  %-52s %10.3f %9.2f %9.2f %8.0f %s %s %s %s %s\n", row.bodies, fraction.c_str(),
                kernel.c_str(), row.seconds * 1e3, 1 / row.seconds, gpairs, gpairs * flop_per_pair,
                percent(row.of_ceiling).c_str(), cell("%.2f", 7, row.times_tiled).c_str(),
                percent(row.of_baseline).c_str(),
                cell("%.1e", 9, errors ? std::optional{errors->rms} : std::nullopt).c_str(),
                cell("%.1e", 9, errors ? std::optional{errors->max} : std::nullopt).c_str());
}

void print_notes(const Measured& measured) {
    const BenchReport& report = measured.report;
    const auto says = [&report](const auto& is_so) { return std::ranges::any_of(report.results, is_so); };
    if (measured.is_cpu && report.baselines.empty())
        std::puts("no loop by hand to compare with: it needs AVX2 or AVX-512");
    for (const BenchBaseline& baseline : report.baselines)
        if (&baseline == &report.baselines.front())
            std::printf(
                "handwritten: a loop in C++ with %s instructions, not a kernel; by hand is the rate "
                "relative to the one-sided one\n",
                std::string{baseline.instructions}.c_str());
    if (says([](const BenchResult& r) { return r.part < 1; }))
        std::puts("(a part): a sum that takes long was timed on a part of it, given for the whole");
    for (const BenchResult& r : report.results)
        if (!r.shares.empty())
            std::printf("%zu bodies: %s; %.2f times as fast as the first alone\n", r.bodies, r.shares.c_str(),
                        *r.times_first);
    if (says([](const BenchResult& r) { return r.chosen; }))
        std::puts("(chosen): what the window's search finds in two seconds");
    if (says([](const BenchResult& r) { return r.computed_by != r.kernel.variant; }))
        std::puts("(by ...): fractions are not symmetric, so this kernel leaves them to another");
}

void print_table(const Measured& measured) {
    const BenchReport& report = measured.report;
    std::printf("%s (%s), timed by %s clock\n", measured.name.c_str(), measured.platform.c_str(),
                report.device_clock ? "its own" : "the host's");
    for (const BenchCeiling& ceiling : report.ceilings)
        std::printf("ceiling, %-9s  %8.2f Gpair/s: the same operations for every pair, without memory%s\n",
                    name_of(ceiling.form), ceiling.pairs_per_second * 1e-9,
                    ceiling.holds ? "" : "; no bound here, since a kernel was faster");
    print_notes(measured);
    std::printf("%8s %4s  %-52s %10s %9s %9s %8s %9s %7s %9s %9s %9s\n", "bodies", "of", "kernel", "ms/step",
                "steps/s", "Gpair/s", "GFLOP/s", "ceiling", "x tiled", "by hand", "rms error", "max error");
    for (std::size_t i = 0; i < report.results.size(); ++i) {
        const BenchResult& r = report.results[i];
        const bool gives_way = r.computed_by != r.kernel.variant;
        const std::string note =
            gives_way ? "  (by " + std::string{r.computed_by->name} + ")" : (r.chosen ? "  (chosen)" : "");
        print({r.bodies, r.fraction_denominator, to_string(r.kernel) + note, r.seconds, r.part,
               r.pairs_per_second, r.of_ceiling, r.times_tiled, r.of_baseline, r.errors});
        if (i + 1 < report.results.size() && report.results[i + 1].bodies == r.bodies) continue;
        for (const BenchBaseline& y : report.baselines)
            if (y.bodies == r.bodies)
                print({y.bodies,
                       1,
                       "[" + std::string{name_of(y)} + ", " + std::string{y.instructions} + "]",
                       y.seconds,
                       y.part,
                       y.pairs_per_second,
                       {},
                       {},
                       {},
                       y.errors});
    }
}

void print_phases(const BenchReport& report) {
    for (const BenchPhases& phase : report.phases)
        std::printf(
            "%8zu bodies: besides its forces a step takes %.3f ms for its moves, and %.3f ms if they are "
            "read\n",
            phase.bodies, phase.moves * 1e3, phase.read * 1e3);
}

}  // namespace

int bench_direct(const Options& options, const Assets& assets) {
    if (!options.csv.empty()) require_replaceable(options.csv);
    std::optional<HeadlessContext> gl;  // before the work: what has no OpenGL shall fail at once
    if (!options.plot.empty()) {
        if (options.plot.extension() != ".png") throw UsageError("--plot takes a name that ends in .png");
        require_writable(options.plot);
        gl.emplace(options.verbose);
    }
    const std::vector<Measured> all = measure_all(options, assets);
    if (!options.json)
        for (const Measured& measured : all) {
            print_table(measured);
            print_phases(measured.report);
        }
    const Json json = to_json(all);
    if (options.json) std::cout << json.dump() << '\n';
    if (!options.csv.empty()) write_csv(options.csv, json.at("results"));
    if (gl) {
        std::vector<Chart> charts;
        for (const Measured& measured : all)
            for (Chart& chart : charts_of(measured.report, measured.name)) charts.push_back(std::move(chart));
        draw_charts(charts, options.plot);
    }
    std::fflush(stdout);
    if (!std::cout.flush() || std::ferror(stdout)) throw std::runtime_error("standard output takes no more");
    return 0;
}

}  // namespace milkomeda
