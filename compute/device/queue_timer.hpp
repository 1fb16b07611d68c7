// What a queue's time goes into, by the device's own clock: a marker before and one after each part.
#pragma once

#include <string_view>
#include <vector>

#include "compute/device/opencl.hpp"
#include "data/base/frame_profiler.hpp"

namespace milkomeda {

// Markers are in the queue's order, so that solvers need not know of them: between two of them is what was
// enqueued between them, with the pauses in which the queue had nothing to do.
class QueueTimer {
  public:
    // Where the queue was made without CL_QUEUE_PROFILING_ENABLE, nothing is measured.
    explicit QueueTimer(const cl::CommandQueue& queue);

    // Null, as at first, or a profiler that does not record: no markers.
    void record_into(FrameProfiler* profiler);
    FrameProfiler* profiler() const { return profiler_; }

    // What is enqueued until the result goes out of scope is that part.
    class [[nodiscard]] Scope {
      public:
        Scope(QueueTimer* timer, std::string_view part);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        QueueTimer* timer_;  // null: nothing is measured
        std::size_t index_ = 0;
    };
    Scope measure(std::string_view part) { return {records() ? this : nullptr, part}; }

    // Call it when all that was enqueued has run: the parts since the last call go into the profiler.
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

// The same where there may be no timer.
inline QueueTimer::Scope measure(QueueTimer* timer, std::string_view part) {
    if (timer) return timer->measure(part);
    return {nullptr, part};
}

}  // namespace milkomeda
