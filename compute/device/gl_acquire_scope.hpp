// Acquires OpenGL buffers for use by OpenCL, and releases the buffers at the end of the scope.
#pragma once

#include <utility>
#include <vector>

#include "compute/device/opencl.hpp"
#include "compute/device/queue_timer.hpp"

namespace milkomeda {

// The buffers must always be released: some drivers (NVIDIA's) wait forever when an acquired buffer or its context is
// destroyed. end() releases the buffers and throws cl::Error on failure; the destructor then tries to release the
// buffers a second time. If the second release also fails, the buffers and their context are never destroyed.
class GlAcquireScope {
  public:
    GlAcquireScope(const cl::CommandQueue& queue, std::vector<cl::Memory> buffers)
        : queue_{queue}, buffers_{std::move(buffers)} {
        queue_.enqueueAcquireGLObjects(&buffers_);
    }
    ~GlAcquireScope() {
        try {
            end();
        } catch (const cl::Error&) {  // A destructor must not throw. The buffers stay acquired and are never destroyed.
            unreleased().emplace_back(std::move(queue_), std::move(buffers_));
        }
    }
    GlAcquireScope(const GlAcquireScope&) = delete;
    GlAcquireScope& operator=(const GlAcquireScope&) = delete;

    void end(QueueTimer* timer = nullptr) {
        if (ended_) return;
        {
            const QueueTimer::Scope timed{timer, "release"};
            queue_.enqueueReleaseGLObjects(&buffers_);
            ended_ = true;
        }
        queue_.finish();
    }

  private:
    // Buffers that could not be released, with their queues; never destroyed.
    static std::vector<std::pair<cl::CommandQueue, std::vector<cl::Memory>>>& unreleased() {
        static auto& scopes = *new std::vector<std::pair<cl::CommandQueue, std::vector<cl::Memory>>>;
        return scopes;
    }

    cl::CommandQueue queue_;
    std::vector<cl::Memory> buffers_;
    bool ended_ = false;
};

}  // namespace milkomeda
