#include "compute/bench/bench_baseline.hpp"

#include <algorithm>

#include "data/base/clock.hpp"

namespace milkomeda {

// Times the fraction `share` (0 to 1) of a sum and returns the seconds of the whole sum, extrapolated from that
// fraction.
double BaselineBench::time(const SimdLoop& loop, double share) {
    const Clock::time_point start = Clock::now();
    rows_ = sum_.sum(loop, share);
    const double seconds = seconds_since(start);
    return seconds * static_cast<double>(bodies_) / static_cast<double>(rows_);
}

std::optional<BenchBaseline> BaselineBench::measure(const SimdLoop& loop, double seconds,
                                                    const BenchReference& reference) {
    constexpr std::size_t least = 3, most = 15;
    constexpr double glance = 0.02, always_whole = 0.1;
    const SimdLoop& one_sided = loops_.front();  // gives an upper bound of the time: symmetric loops are faster
    const double whole = time(one_sided, glance);
    const double share = whole < always_whole ? 1 : std::min(1.0, seconds / (least + 1) / whole);
    if (share < 1 && loop.form == KernelForm::symmetric) return {};

    std::vector<double> measured;
    time(loop, share);  // warm-up
    for (double spent = 0; measured.size() < least || (spent < seconds && measured.size() < most);) {
        measured.push_back(time(loop, share));
        spent += measured.back() * share;
    }
    const auto middle = measured.begin() + static_cast<std::ptrdiff_t>(measured.size() / 2);
    std::ranges::nth_element(measured, middle);
    const double pairs = static_cast<double>(bodies_) * static_cast<double>(bodies_);
    return BenchBaseline{
        .form = loop.form,
        .instructions = loop.instructions,
        .bodies = bodies_,
        .seconds = *middle,
        .part = static_cast<double>(rows_) / static_cast<double>(bodies_),
        .pairs_per_second = pairs / *middle,
        .errors = reference.check(sum_.accelerations(), rows_, "the hand-written SIMD loop of the CPU: ")};
}

void BaselineBench::measure(double seconds, const BenchReference& reference) {
    for (const SimdLoop& loop : loops_) {
        const auto baseline = measure(loop, seconds / static_cast<double>(loops_.size()), reference);
        if (!baseline) continue;
        const auto known = std::ranges::find(found_, loop.form, &BenchBaseline::form);
        if (known == found_.end())
            found_.push_back(*baseline);
        else if (baseline->seconds < known->seconds)
            *known = *baseline;
    }
}

std::vector<SimdLoop> BaselineBench::best_loops() const {
    std::vector<SimdLoop> best;
    for (const SimdLoop& loop : loops_)
        for (const BenchBaseline& baseline : found_)
            if (baseline.form == loop.form && baseline.instructions == loop.instructions) best.push_back(loop);
    return best;
}

}  // namespace milkomeda
