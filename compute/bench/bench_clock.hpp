// Measures how long work on a device takes: by the device's clock if that clock is reliable, else by the host's clock.
#pragma once

#include <functional>
#include <vector>

#include "compute/device/program.hpp"
#include "compute/kernels/device_traits.hpp"

namespace milkomeda {

class BenchClock {
  public:
    // `queue` must record the times of its commands (CL_QUEUE_PROFILING_ENABLE).
    explicit BenchClock(const cl::CommandQueue& queue) : queue_{queue} {}

    bool uses_device_clock() const { return device_clock_; }

    // Times the work once with the device's clock and the host's clock, and selects the device's clock if the two times
    // agree. The work must have run before, because a first run includes the compilation.
    void choose(const std::function<void()>& enqueue_work);

    // Enqueues the work `repeats` times and returns the mean seconds per run.
    double time(const std::function<void()>& enqueue_work, int repeats);

    // Returns the median of at least three timings that take about `seconds` in total. Warms up first.
    double median(const std::function<void()>& enqueue_work, double seconds);
    // Returns the shortest of at least three timings that take about `seconds` in total.
    double least(const std::function<void()>& enqueue_work, double seconds);

  private:
    struct Times {
        double device, host;  // seconds; `device` is 0 if the driver reports no times
    };
    std::vector<double> sorted_times(const std::function<void()>& enqueue_work, double seconds);
    Times both(const std::function<void()>& enqueue_work, int repeats);

    cl::CommandQueue queue_;
    bool device_clock_ = false;
};

// The device of a bench, its command queue, which records times, and the clock that times the queue's work.
struct BenchContext : KernelContext {
    BenchContext(const Device& where, const ReadAsset& reader)
        : BenchContext{cl::Context{handle_of(where)}, where, reader} {}

    BenchClock clock{queue};
    DeviceTraits traits{device};

  private:
    BenchContext(const cl::Context& own, const Device& where, const ReadAsset& reader)
        : KernelContext{own, where, {own, handle_of(where), CL_QUEUE_PROFILING_ENABLE}, reader} {}
};

}  // namespace milkomeda
