#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "app/commands/bench_output.hpp"
#include "compute/bench/bench.hpp"

namespace milkomeda {
namespace {

using Results = std::vector<BenchResult>;
using Filter = std::function<bool(const BenchResult&)>;
using Value = std::function<double(const BenchResult&)>;

// Returns one line per kernel, in the order of the results. If a kernel has several results with the same x, the line
// shows the largest y.
std::vector<ChartSeries> lines(const Results& results, const Filter& wanted, const Value& x, const Value& y) {
    std::vector<ChartSeries> series;
    for (const BenchResult& result : results) {
        if (!wanted(result)) continue;
        auto line = std::ranges::find(series, result.kernel.variant->name, &ChartSeries::name);
        if (line == series.end()) {
            const auto place = static_cast<std::size_t>(result.kernel.variant - direct_variants().data());
            series.push_back({std::string{result.kernel.variant->name}, {}, place});
            line = series.end() - 1;
        }
        const auto known = std::ranges::find(line->points, x(result), &ChartPoint::x);
        if (known == line->points.end())
            line->points.push_back({x(result), y(result)});
        else
            known->y = std::max(known->y, y(result));
    }
    for (ChartSeries& line : series) std::ranges::sort(line.points, {}, &ChartPoint::x);
    return series;
}

double bodies_of(const BenchResult& result) { return static_cast<double>(result.bodies); }
double gpairs_of(const BenchResult& result) { return result.pairs_per_second * 1e-9; }

// Returns the x values of all points in increasing order.
std::vector<double> x_values(const Chart& chart) {
    std::set<double> found;
    for (const ChartSeries& series : chart.series)
        for (const ChartPoint& point : series.points) found.insert(point.x);
    return {found.begin(), found.end()};
}

void add_ceilings(Chart& chart, const BenchReport& report) {
    const std::vector<double> x = x_values(chart);
    if (x.empty()) return;
    for (const BenchCeiling& ceiling : report.ceilings) {
        const double y = ceiling.pairs_per_second * 1e-9;
        chart.series.push_back({.name = fmt::format("ceiling of {} kernels", name_of(ceiling.form)),
                                .points = {{x.front(), y}, {x.back(), y}},
                                .is_reference = true,
                                .dots = false});
    }
}

void add_baselines(Chart& chart, const BenchReport& report, const std::function<double(const BenchBaseline&)>& y) {
    for (const KernelForm form : {KernelForm::one_sided, KernelForm::symmetric}) {
        ChartSeries line{
            .name = fmt::format("handwritten C++ loop, {}", name_of(form)), .points = {}, .is_reference = true};
        for (const BenchBaseline& baseline : report.baselines)
            if (baseline.form == form) line.points.push_back({static_cast<double>(baseline.bodies), y(baseline)});
        if (!line.points.empty()) chart.series.push_back(line);
    }
}

// Returns the number of bodies for which the most results exist; if several numbers have equally many, the largest.
std::size_t most_measured(const Results& results) {
    std::map<std::size_t, std::size_t> counts;
    for (const BenchResult& result : results) ++counts[result.bodies];
    const auto most = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
        return a.second <= b.second && a.first < b.first;
    });
    return most == counts.end() ? 0 : most->first;
}

// Returns a chart of how often per second a step and each of its phases can be computed, over the approximation
// fraction (the fraction of the bodies that attract in a step). The fastest kernel determines the rate of the forces.
Chart rates_by_phase(const BenchReport& report, const BenchPhases& phases, const std::string& of_bodies) {
    std::map<unsigned, double> forces;  // seconds per force evaluation for each fraction
    for (const BenchResult& result : report.results) {
        if (result.bodies != phases.bodies) continue;
        double& least = forces[result.fraction_denominator];
        least = least == 0 ? result.seconds : std::min(least, result.seconds);
    }
    std::vector<ChartSeries> series{{"forces", {}, 0},
                                    {"kicks and drifts", {}, 1},
                                    {"readback for the picture", {}, 2},
                                    {"whole step", {}, 3},
                                    {"whole step and readback", {}, 4}};
    for (const auto& [k, seconds] : forces) {
        const double phase[] = {seconds, phases.moves, phases.read, seconds + phases.moves,
                                seconds + phases.moves + phases.read};
        for (std::size_t i = 0; i < series.size(); ++i) series[i].points.push_back({double(k), 1 / phase[i]});
    }
    return {"Rate of each phase of a step" + of_bodies,
            "k (in each step, one k-th of the bodies attracts)",
            "times per second",
            true,
            true,
            series};
}

}  // namespace

std::vector<Chart> charts_of(const BenchReport& report, const std::string& device) {
    const Results& results = report.results;
    const Filter best_whole = [](const BenchResult& r) { return r.best && r.fraction_denominator == 1; };
    std::vector<Chart> charts;

    const std::size_t bodies = most_measured(results);
    const std::string of_bodies = fmt::format(", {} bodies: {}", bodies, device);
    charts.push_back({"Rate of the direct sum, each kernel at its best setting: " + device, "bodies",
                      "billion interactions per second", true, false,
                      lines(results, best_whole, bodies_of, gpairs_of)});
    add_ceilings(charts.back(), report);
    add_baselines(charts.back(), report, [](const BenchBaseline& b) { return b.pairs_per_second * 1e-9; });
    charts.push_back({"Time of a step: " + device, "bodies", "milliseconds", true, true,
                      lines(results, best_whole, bodies_of, [](const BenchResult& r) { return r.seconds * 1e3; })});
    add_baselines(charts.back(), report, [](const BenchBaseline& b) { return b.seconds * 1e3; });
    const bool swept = std::ranges::any_of(results, [](const BenchResult& r) { return !r.best; });
    if (swept) {
        const Filter with_work_group = [bodies](const BenchResult& r) {
            return r.bodies == bodies && r.fraction_denominator == 1 && r.kernel.settings.work_group > 0;
        };
        charts.push_back({"Rate by work-group size" + of_bodies, "work-items in a work-group",
                          "billion interactions per second", true, false,
                          lines(
                              results, with_work_group,
                              [](const BenchResult& r) { return r.kernel.settings.work_group; }, gpairs_of)});
    }
    if (std::ranges::any_of(results, [](const BenchResult& r) { return r.fraction_denominator > 1; })) {
        const Filter with_fraction = [bodies](const BenchResult& r) { return r.bodies == bodies && r.best; };
        charts.push_back(
            {"Steps per second by approximation fraction" + of_bodies,
             "k (in each step, one k-th of the bodies attracts; for k > 1 one-sided kernels replace symmetric kernels)",
             "steps per second", true, true,
             lines(
                 results, with_fraction, [](const BenchResult& r) { return r.fraction_denominator; },
                 [](const BenchResult& r) { return 1 / r.seconds; })});
    }
    if (const auto phases = std::ranges::find(report.phases, bodies, &BenchPhases::bodies);
        phases != report.phases.end())
        charts.push_back(rates_by_phase(report, *phases, of_bodies));
    for (Chart& chart : charts) chart.x_ticks = x_values(chart);
    return charts;
}

}  // namespace milkomeda
