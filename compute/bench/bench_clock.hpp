// Measures how long work on a device takes, by the device's clock if it is reliable, else by the host's.
#pragma once

#include <functional>
#include <vector>

#include "compute/device/opencl.hpp"

namespace milkomeda {

class BenchClock {
  public:
    BenchClock(const cl::Context& context, const Device& device)
        : queue_{context, handle_of(device), CL_QUEUE_PROFILING_ENABLE} {}

    const cl::CommandQueue& queue() const { return queue_; }
    bool uses_device_clock() const { return device_clock_; }

    // Times the work once with both clocks, and selects the device's clock if both clocks agree. The work
    // must have run before, because a first run includes the compilation.
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

}  // namespace milkomeda
