#include "compute/bench_yardstick.hpp"

#include <algorithm>
#include <chrono>

namespace milkomeda {

// Of a whole sum, judged by a part.
double YardstickBench::time(const HandwrittenLoop& loop, double share) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    rows_ = sum_.sum(loop, share);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return seconds * static_cast<double>(bodies_) / static_cast<double>(rows_);
}

std::optional<BenchYardstick> YardstickBench::measure(const HandwrittenLoop& loop, double seconds,
                                                      const BenchReference& reference) {
    constexpr std::size_t least = 3, most = 15;
    constexpr double glance = 0.02, always_whole = 0.1;
    const HandwrittenLoop& one_sided = loops_.front();  // a symmetric sum takes less
    const double whole = time(one_sided, glance);
    const double share = whole < always_whole ? 1 : std::min(1.0, seconds / (least + 1) / whole);
    if (share < 1 && loop.form == KernelForm::symmetric) return {};

    std::vector<double> measured;
    time(loop, share);  // not counted
    for (double spent = 0; measured.size() < least || (spent < seconds && measured.size() < most);) {
        measured.push_back(time(loop, share));
        spent += measured.back() * share;
    }
    const auto middle = measured.begin() + static_cast<std::ptrdiff_t>(measured.size() / 2);
    std::ranges::nth_element(measured, middle);
    const double pairs = static_cast<double>(bodies_) * static_cast<double>(bodies_);
    return BenchYardstick{
        .form = loop.form,
        .instructions = loop.instructions,
        .bodies = bodies_,
        .seconds = *middle,
        .part = static_cast<double>(rows_) / static_cast<double>(bodies_),
        .pairs_per_second = pairs / *middle,
        .errors = reference.check(sum_.accelerations(), rows_, "the hand-written loop on the processor: ")};
}

void YardstickBench::measure(double seconds, const BenchReference& reference) {
    for (const HandwrittenLoop& loop : loops_) {
        const auto yardstick = measure(loop, seconds / static_cast<double>(loops_.size()), reference);
        if (!yardstick) continue;
        const auto known = std::ranges::find(found_, loop.form, &BenchYardstick::form);
        if (known == found_.end())
            found_.push_back(*yardstick);
        else if (yardstick->seconds < known->seconds)
            *known = *yardstick;
    }
}

std::vector<HandwrittenLoop> YardstickBench::best_loops() const {
    std::vector<HandwrittenLoop> best;
    for (const HandwrittenLoop& loop : loops_)
        for (const BenchYardstick& yardstick : found_)
            if (yardstick.form == loop.form && yardstick.instructions == loop.instructions)
                best.push_back(loop);
    return best;
}

}  // namespace milkomeda
