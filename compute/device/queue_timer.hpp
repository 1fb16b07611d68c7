// Times the parts of a queue's work by the device's clock, with a marker before and after each part.
#pragma once

#include <string_view>
#include <vector>

#include "compute/device/opencl.hpp"
#include "data/base/frame_profiler.hpp"

namespace milkomeda {

// The queue executes markers and commands in order. So the time between two markers covers all commands enqueued
// between the markers, including idle time of the queue, and solvers need no timing code.
class QueueTimer {
  public:
    // Measures nothing if the queue was created without CL_QUEUE_PROFILING_ENABLE.
    explicit QueueTimer(const cl::CommandQueue& queue);

    // Sets the profiler that receives the times. If `profiler` is null (the default) or does not record, no
    // markers are enqueued.
    void record_into(FrameProfiler* profiler);
    FrameProfiler* profiler() const { return profiler_; }

    // A Scope object measures the commands that are enqueued during its lifetime, under the name `part`. Measures
    // nothing if `timer` is null.
    class [[nodiscard]] Scope {
      public:
        Scope(QueueTimer* timer, std::string_view part);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        QueueTimer* timer_;  // null if nothing is measured
        std::size_t index_ = 0;
    };
    Scope measure(std::string_view part) { return {this, part}; }

    // Sends the times of all parts measured since the last call to the profiler. Must be called after all
    // enqueued commands have completed.
    void collect();

  private:
    struct Part {
        std::string_view name;
        cl::Event first, last;
    };
    bool records() const { return profiles_ && profiler_ && profiler_->recording(); }

    cl::CommandQueue queue_;
    bool profiles_;
    FrameProfiler* profiler_ = nullptr;
    std::vector<Part> parts_;
};

}  // namespace milkomeda
