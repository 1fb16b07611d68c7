// milkomeda bench: how fast devices compute the direct sum, and how fast they could.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/bench_charts.hpp"
#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "app/log.hpp"
#include "app/output_file.hpp"
#include "app/progress.hpp"
#include "compute/bench.hpp"
#include "render/headless_context.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

constexpr double flop_per_pair = 20;  // by convention, since Nyland, Harris and Prins 2007

struct Measured {
    Device device;
    BenchReport report;
};

// The default scene's bodies as they would be simulated; throws for more than the device holds.
Particles bodies_of(const Options& options, const Assets& assets, const Device& device, std::size_t bodies) {
    Options wish = options;
    wish.selection.bodies = bodies;
    Placement placement;
    placement.device = device;
    return load_start(
               wish, assets, [](const SimulationParameters&) { return default_bodies; },
               bodies_limit(placement))
        .particles;
}

BenchReport measure(const Options& options, const Assets& assets, const Device& device) {
    Placement placement;
    placement.device = device;
    constexpr double usual_seconds = 27, seconds_for_wishes = 120;  // half a minute with what is around it
    BenchWish wish{.bodies = options.bench_bodies,
                   .seconds = options.bench_bodies.empty() ? usual_seconds : seconds_for_wishes,
                   .full = options.bench_full,
                   .search = options.bench_full || options.retune};
    if (wish.bodies.empty())
        for (const std::size_t usual : {8192, 16384, 49152, 81920, 262144})
            if (usual <= bodies_limit(placement).bodies) wish.bodies.push_back(usual);
    std::ranges::sort(wish.bodies);
    wish.bodies.erase(std::ranges::unique(wish.bodies).begin(), wish.bodies.end());
    for (const std::size_t bodies : wish.bodies)
        bodies_of(options, assets, device, bodies);  // all can be had
    Progress progress{"measuring " + device.name, "%", 100};
    return bench_direct(
        device, [&assets](std::string_view name) { return assets.read(name); }, wish,
        [&](std::size_t bodies) { return bodies_of(options, assets, device, bodies); },
        [&progress](double share) { progress.update(share * 100); });
}

const char* name_of(KernelForm form) {
    return form == KernelForm::symmetric ? "symmetric" : "one-sided";
}

const char* name_of(const BenchYardstick& yardstick) {
    return yardstick.form == KernelForm::symmetric ? "handwritten-symmetric" : "handwritten";
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

Json to_json(const std::optional<double>& value) {
    return value ? Json(*value) : Json();
}

Json to_json(const Device& device, const BenchResult& result) {
    const KernelSettings& s = result.kernel.settings;
    const double gpairs = result.pairs_per_second * 1e-9;
    const std::optional<BenchErrors>& errors = result.errors;
    return {{"device", device.name},
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
            {"of_handwritten", to_json(result.of_handwritten)},
            {"part", result.part},
            {"computed_by", result.computed_by->name}};
}

Json to_json(const Device& device, const BenchYardstick& yardstick) {
    return {{"device", device.name},
            {"name", name_of(yardstick)},
            {"form", name_of(yardstick.form)},
            {"bodies", yardstick.bodies},
            {"ms_per_step", yardstick.seconds * 1e3},
            {"gpairs_per_s", yardstick.pairs_per_second * 1e-9},
            {"rms_error", yardstick.errors.rms},
            {"max_error", yardstick.errors.max},
            {"instructions", yardstick.instructions},
            {"part", yardstick.part}};
}

Json to_json(const std::vector<Measured>& all) {
    Json results = Json::array(), ceilings = Json::array(), yardsticks = Json::array();
    for (const auto& [device, report] : all) {
        for (const BenchResult& result : report.results) results.push_back(to_json(device, result));
        for (const BenchCeiling& ceiling : report.ceilings)
            ceilings.push_back({{"device", device.name},
                                {"gpairs_per_s", ceiling.pairs_per_second * 1e-9},
                                {"form", name_of(ceiling.form)},
                                {"holds", ceiling.holds}});
        for (const BenchYardstick& yardstick : report.yardsticks)
            yardsticks.push_back(to_json(device, yardstick));
    }
    return {{"results", results}, {"ceilings", ceilings}, {"yardsticks", yardsticks}};
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
    std::optional<double> of_ceiling, times_tiled, of_handwritten;
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
                percent(row.of_handwritten).c_str(),
                cell("%.1e", 9, errors ? std::optional{errors->rms} : std::nullopt).c_str(),
                cell("%.1e", 9, errors ? std::optional{errors->max} : std::nullopt).c_str());
}

void print_notes(const Measured& measured) {
    const auto& [device, report] = measured;
    const auto says = [&report](const auto& is_so) { return std::ranges::any_of(report.results, is_so); };
    if (device.type == "cpu" && report.yardsticks.empty())
        std::puts("no loop by hand to compare with: it needs AVX2 or AVX-512");
    for (const BenchYardstick& yardstick : report.yardsticks)
        if (&yardstick == &report.yardsticks.front())
            std::printf(
                "handwritten: a loop in C++ with %s instructions, not a kernel; by hand is the rate "
                "relative to the one-sided one\n",
                std::string{yardstick.instructions}.c_str());
    if (says([](const BenchResult& r) { return r.part < 1; }))
        std::puts("(a part): a sum that takes long was timed on a part of it, given for the whole");
    if (says([](const BenchResult& r) { return r.chosen; }))
        std::puts("(chosen): what the window's search finds in two seconds");
    if (says([](const BenchResult& r) { return r.computed_by != r.kernel.variant; }))
        std::puts("(by ...): fractions are not symmetric, so this kernel leaves them to another");
}

void print_table(const Measured& measured) {
    const auto& [device, report] = measured;
    std::printf("%s (%s), timed by %s clock\n", device.name.c_str(), device.platform.c_str(),
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
        const char* chosen = r.chosen ? "  (chosen)" : "";
        print({r.bodies, r.fraction_denominator,
               to_string(r.kernel) + (gives_way ? "  (by " + std::string{r.computed_by->name} + ")" : chosen),
               r.seconds, r.part, r.pairs_per_second, r.of_ceiling, r.times_tiled, r.of_handwritten,
               r.errors});
        if (i + 1 < report.results.size() && report.results[i + 1].bodies == r.bodies) continue;
        for (const BenchYardstick& y : report.yardsticks)
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

void write_csv(const std::filesystem::path& path, const Json& results) {
    UnfinishedFile file{path};
    std::ofstream out{file.path()};
    const char* separator = "";
    for (const auto& [name, value] : results.at(0).items()) {
        out << separator << name;
        separator = ",";
    }
    out << '\n';
    for (const Json& row : results) {
        separator = "";
        for (const auto& [name, value] : row.items()) {
            out << separator << (value.is_null() ? "" : value.dump());
            separator = ",";
        }
        out << '\n';
    }
    if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
    file.finish();
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
    std::vector<Measured> all;
    for (const Device& device : bench_devices(options)) {
        all.push_back({device, measure(options, assets, device)});
        const std::vector<BenchLeftOut>& left_out = all.back().report.left_out;
        if (!left_out.empty()) log_info("left out, too slow or too large: " + to_text(left_out));
        if (all.back().report.results.empty())
            throw std::runtime_error("nothing was measured in the time; try fewer --bodies, or --full");
        if (!options.json) print_table(all.back());
    }
    const Json json = to_json(all);
    if (options.json) std::cout << json.dump() << '\n';
    if (!options.csv.empty()) write_csv(options.csv, json.at("results"));
    if (gl) {
        std::vector<Chart> charts;
        for (const auto& [device, report] : all)
            for (Chart& chart : charts_of(report, device.name)) charts.push_back(std::move(chart));
        draw_charts(charts, options.plot);
    }
    std::fflush(stdout);
    if (!std::cout.flush() || std::ferror(stdout)) throw std::runtime_error("standard output takes no more");
    return 0;
}

}  // namespace milkomeda
