#include "compute/bench/bench_clock.hpp"

#include <algorithm>

#include "data/base/clock.hpp"

namespace milkomeda {

BenchClock::Times BenchClock::both(const std::function<void()>& enqueue_work, int repeats) {
    queue_.finish();
    cl::Event first, last;
    const Clock::time_point start = Clock::now();
    queue_.enqueueMarkerWithWaitList(nullptr, &first);
    for (int repeat = 0; repeat < repeats; ++repeat) enqueue_work();
    queue_.enqueueMarkerWithWaitList(nullptr, &last);
    queue_.finish();
    Times times{0, seconds_since(start)};
    try {
        const auto from = first.getProfilingInfo<CL_PROFILING_COMMAND_END>();
        const auto to = last.getProfilingInfo<CL_PROFILING_COMMAND_END>();
        if (to > from) times.device = 1e-9 * static_cast<double>(to - from);
    } catch (const cl::Error&) {  // the driver has no profiling information
    }
    return times;
}

// The device's clock is reliable if its time is 0.8 to 1.01 times the time by the host's clock. Some drivers (Mesa's)
// report no time, or only the time of enqueueing.
void BenchClock::choose(const std::function<void()>& enqueue_work) {
    constexpr double least_share = 0.8, most_share = 1.01;
    const Times times = both(enqueue_work, 1);
    device_clock_ = times.device > least_share * times.host && times.device < most_share * times.host;
}

double BenchClock::time(const std::function<void()>& enqueue_work, int repeats) {
    const Times times = both(enqueue_work, repeats);
    return (device_clock_ && times.device > 0 ? times.device : times.host) / repeats;
}

std::vector<double> BenchClock::sorted_times(const std::function<void()>& enqueue_work, double seconds) {
    constexpr int least = 3, most = 15;
    constexpr double batch_seconds = 0.02;  // work that takes less than 0.02 s is repeated within one timing
    const double once = time(enqueue_work, 1);
    const int repeats = static_cast<int>(std::clamp(batch_seconds / once, 1.0, 100.0));
    const double timings = seconds / (once * repeats);
    std::vector<double> measured(static_cast<std::size_t>(std::clamp(timings, double{least}, double{most})));
    for (double& each : measured) each = time(enqueue_work, repeats);
    std::ranges::sort(measured);
    return measured;
}

double BenchClock::median(const std::function<void()>& enqueue_work, double seconds) {
    const std::vector<double> times = sorted_times(enqueue_work, seconds);
    return times[times.size() / 2];
}

double BenchClock::least(const std::function<void()>& enqueue_work, double seconds) {
    return sorted_times(enqueue_work, seconds).front();
}

}  // namespace milkomeda
