// How long work on a device takes, by its own clock where that can be trusted.
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

    // Times this work, which must have run before, with both clocks and believes the device's if they agree.
    void choose(const std::function<void()>& enqueue_work);

    // Seconds that one call's work takes, enqueued `repeats` times in a row.
    double time(const std::function<void()>& enqueue_work, int repeats);

    // The first timing is dropped, then the median of at least three that take `seconds` in all.
    double median(const std::function<void()>& enqueue_work, double seconds);
    // The shortest of the same.
    double least(const std::function<void()>& enqueue_work, double seconds);

  private:
    struct Times {
        double device, host;  // device: 0 when it reports none
    };
    std::vector<double> sorted_times(const std::function<void()>& enqueue_work, double seconds);
    Times both(const std::function<void()>& enqueue_work, int repeats);

    cl::CommandQueue queue_;
    bool device_clock_ = false;
};

}  // namespace milkomeda
