// OpenGL's buffers in OpenCL's hands, from acquiring to releasing them.
#pragma once

#include <utility>
#include <vector>

#include "compute/device/opencl.hpp"
#include "compute/device/queue_timer.hpp"

namespace milkomeda {

// They go back whatever happens: a driver may wait for ever for one that does not, when the buffer or its
// context goes (NVIDIA's does). Whoever needs to know that they went calls end(), which throws; the
// destructor tries once more. What does not go back even then is never released, and keeps its context.
class GlAcquireScope {
  public:
    GlAcquireScope(const cl::CommandQueue& queue, std::vector<cl::Memory> buffers)
        : queue_{queue}, buffers_{std::move(buffers)} {
        queue_.enqueueAcquireGLObjects(&buffers_);
    }
    ~GlAcquireScope() {
        try {
            end();
        } catch (const cl::Error&) {  // a destructor may not throw
            unreturned().emplace_back(std::move(queue_), std::move(buffers_));
        }
    }
    GlAcquireScope(const GlAcquireScope&) = delete;
    GlAcquireScope& operator=(const GlAcquireScope&) = delete;

    void end(QueueTimer* timer = nullptr) {
        if (ended_) return;
        {
            const auto timed = measure(timer, "release");
            queue_.enqueueReleaseGLObjects(&buffers_);
            ended_ = true;
        }
        queue_.finish();
    }

  private:
    // What could not be given back, for ever.
    static std::vector<std::pair<cl::CommandQueue, std::vector<cl::Memory>>>& unreturned() {
        static auto& loans = *new std::vector<std::pair<cl::CommandQueue, std::vector<cl::Memory>>>;
        return loans;
    }

    cl::CommandQueue queue_;
    std::vector<cl::Memory> buffers_;
    bool ended_ = false;
};

}  // namespace milkomeda
