#include "compute/bench/bench_report.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace milkomeda {

const BenchResult* best_of(const BenchReport& report, std::size_t bodies) {
    const BenchResult* best = nullptr;
    for (const BenchResult& result : report.results)
        if (result.bodies == bodies && result.fraction_denominator == 1 &&
            (!best || result.pairs_per_second > best->pairs_per_second))
            best = &result;
    return best;
}

void finish(BenchReport& report, const Device& device) {
    const auto fastest = [](const auto& list, const auto& wanted) {
        double rate = 0;
        for (const auto& each : list)
            if (wanted(each)) rate = std::max(rate, each.pairs_per_second);
        return rate;
    };
    for (BenchResult& result : report.results) {
        const auto ceiling = std::ranges::find(report.ceilings, result.computed_by->form, &BenchCeiling::form);
        if (ceiling->pairs_per_second > 0) result.of_ceiling = result.pairs_per_second / ceiling->pairs_per_second;
        if (result.of_ceiling > 1) ceiling->holds = false;
        const double tiled = fastest(report.results, [&](const BenchResult& other) {
            return other.kernel.variant->name == plain_kernel && other.bodies == result.bodies &&
                   other.fraction_denominator == 1 &&
                   other.kernel.settings == complete(*other.kernel.variant, {}, device, other.bodies);
        });
        if (tiled > 0) result.times_tiled = result.pairs_per_second / tiled;
        const double baseline = fastest(report.baselines, [&](const BenchBaseline& each) {
            return each.bodies == result.bodies && each.form == KernelForm::one_sided;
        });
        if (baseline > 0) result.of_baseline = result.pairs_per_second / baseline;
    }
    std::ranges::stable_sort(report.results, [](const BenchResult& a, const BenchResult& b) {
        return std::tuple{a.bodies, a.kernel.variant, a.fraction_denominator} <
               std::tuple{b.bodies, b.kernel.variant, b.fraction_denominator};
    });
    std::ranges::stable_sort(report.left_out, [](const BenchLeftOut& a, const BenchLeftOut& b) {
        return std::pair{a.bodies, a.variant} < std::pair{b.bodies, b.variant};
    });
}

}  // namespace milkomeda
