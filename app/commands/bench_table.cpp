#include <fmt/format.h>
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "app/commands/bench_output.hpp"

namespace milkomeda {
namespace {

// Formats a number in `columns` characters, or a dash if there is no number.
std::string cell(const char* format, int columns, const std::optional<double>& value) {
    char text[64] = "-";
    if (value) std::snprintf(text, sizeof text, format, *value);
    return std::string(static_cast<std::size_t>(std::max(0, columns - static_cast<int>(std::strlen(text)))), ' ') +
           text;
}

struct Row {
    std::size_t bodies;
    unsigned fraction_denominator;
    std::string kernel;
    double seconds, part, pairs_per_second;
    std::optional<BenchErrors> errors;
    std::optional<double> of_ceiling = {}, times_tiled = {}, of_baseline = {};
};

void print(const Row& row) {
    const double gpairs = row.pairs_per_second * 1e-9;
    const std::string fraction = row.fraction_denominator == 1 ? "all" : fmt::format("1/{}", row.fraction_denominator);
    const std::string kernel = row.kernel + (row.part < 1 ? "  (extrapolated)" : "");
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
    const auto any_result = [&report](const auto& condition) { return std::ranges::any_of(report.results, condition); };
    if (measured.is_cpu && report.baselines.empty())
        std::puts("no handwritten loop was measured, because the loop needs AVX2 or AVX-512");
    if (!report.baselines.empty())
        std::printf(
            "rows [handwritten...]: C++ loops with %s instructions instead of kernels; column \"by hand\": the rate "
            "of a kernel divided by the rate of the one-sided loop\n",
            std::string{report.baselines.front().instructions}.c_str());
    if (any_result([](const BenchResult& r) { return r.part < 1; }))
        std::puts(
            "(extrapolated): only a part of a long sum was timed, and the time was extrapolated to the whole sum");
    for (const BenchResult& r : report.results)
        if (!r.shares.empty())
            std::printf("%zu bodies: %s; %.2f times as fast as the first device alone\n", r.bodies, r.shares.c_str(),
                        *r.times_first);
    if (any_result([](const BenchResult& r) { return r.chosen; }))
        std::puts("(chosen): the kernel that the window's autotuner would choose within two seconds");
    if (any_result([](const BenchResult& r) { return r.computed_by != r.kernel.variant; }))
        std::puts(
            "(by ...): this one-sided kernel computed the forces, because symmetric kernels need all bodies as "
            "sources");
}

}  // namespace

void print_table(const Measured& measured) {
    const BenchReport& report = measured.report;
    std::printf("%s (%s), timed by %s clock\n", measured.name.c_str(), measured.platform.c_str(),
                report.device_clock ? "the device's" : "the host's");
    for (const BenchCeiling& ceiling : report.ceilings)
        std::printf("ceiling, %-9s  %8.2f Gpair/s: the arithmetic of all pairs without memory access%s\n",
                    name_of(ceiling.form), ceiling.pairs_per_second * 1e-9,
                    ceiling.holds ? "" : "; this rate is no upper limit, because a kernel was faster");
    print_notes(measured);
    std::printf("%8s %4s  %-52s %10s %9s %9s %8s %9s %7s %9s %9s %9s\n", "bodies", "of", "kernel", "ms/step", "steps/s",
                "Gpair/s", "GFLOP/s", "ceiling", "x tiled", "by hand", "rms error", "max error");
    for (std::size_t i = 0; i < report.results.size(); ++i) {
        const BenchResult& r = report.results[i];
        const std::string note = r.computed_by != r.kernel.variant ? fmt::format("  (by {})", r.computed_by->name)
                                 : r.chosen                        ? "  (chosen)"
                                                                   : "";
        print({r.bodies, r.fraction_denominator, to_string(r.kernel) + note, r.seconds, r.part, r.pairs_per_second,
               r.errors, r.of_ceiling, r.times_tiled, r.of_baseline});
        if (i + 1 < report.results.size() && report.results[i + 1].bodies == r.bodies) continue;
        for (const BenchBaseline& b : report.baselines)
            if (b.bodies == r.bodies)
                print({b.bodies, 1, fmt::format("[{}, {}]", name_of(b), b.instructions), b.seconds, b.part,
                       b.pairs_per_second, b.errors});
    }
    for (const BenchPhases& phase : report.phases)
        std::printf(
            "%8zu bodies: in addition to the forces, a step takes %.3f ms for kicks and drifts, and %.3f ms to read "
            "positions and velocities to the host\n",
            phase.bodies, phase.moves * 1e3, phase.read * 1e3);
}

}  // namespace milkomeda
