#include "compute/device/particle_buffers.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace milkomeda {

void require_memory(const Device& device, std::size_t bodies, bool with_secondary) {
    if (const std::size_t most = most_bodies(device, with_secondary); bodies > most)
        throw std::runtime_error(fmt::format("{} bodies do not fit into the memory of {}: set --bodies to at most {}",
                                             bodies, device.name, most));
}

ParticleBuffers::ParticleBuffers(const DeviceContext& device_context, const cl::CommandQueue& queue, const GlSide& gl,
                                 GlVertexBuffers shared, std::size_t bodies, std::size_t perturbers)
    : queue_{queue}, finish_gl_{gl.finish}, bodies_{bodies}, perturbers_{perturbers} {
    require_memory(*device_context.device, bodies, !device_context.secondary.empty());
    if (device_context.tier == Tier::shared) {
        positions_ = cl::BufferGL{*device_context.context, CL_MEM_READ_WRITE, shared.positions};
        velocities_ = cl::BufferGL{*device_context.context, CL_MEM_READ_WRITE, shared.velocities};
        shared_ = {positions_, velocities_};
    } else {
        positions_ = cl::Buffer{*device_context.context, CL_MEM_READ_WRITE, bodies * sizeof(Float4)};
        velocities_ = cl::Buffer{*device_context.context, CL_MEM_READ_WRITE, bodies * sizeof(Float4)};
    }
}

ParticleBuffers::DeviceAccess::DeviceAccess(ParticleBuffers& buffers) : buffers_{buffers} {
    if (buffers_.accesses_ == 0 && !buffers_.shared_.empty()) {
        FrameProfiler* const profiler = buffers_.timer_.profiler();
        {
            const auto timed = measure(profiler, "wait for OpenGL");
            buffers_.finish_gl_();
        }
        const auto host = measure(profiler, "acquire");
        const auto timed = buffers_.timer_.measure("acquire");
        buffers_.acquired_ = std::make_unique<GlAcquireScope>(buffers_.queue_, buffers_.shared_);
    }
    ++buffers_.accesses_;
}

void ParticleBuffers::DeviceAccess::end() {
    if (std::exchange(ended_, true) || --buffers_.accesses_ > 0) return;
    if (const auto acquired = std::move(buffers_.acquired_)) {
        const auto timed = measure(buffers_.timer_.profiler(), "release");
        acquired->end(&buffers_.timer_);
    } else {
        buffers_.queue_.finish();
    }
    buffers_.timer_.collect();
}

ParticleBuffers::DeviceAccess::~DeviceAccess() {
    try {
        end();
    } catch (const cl::Error&) {
        // The destructor must not throw, because it may run while another exception unwinds the stack.
    }
}

// The two transfers block. If the first transfer did not block and the second failed, the first could use host memory
// that the caller has already freed.
void ParticleBuffers::write(std::span<const Float4> positions, std::span<const Float4> velocities) {
    const auto host = measure(timer_.profiler(), "copy to device");
    const auto timed = timer_.measure("copy to device");
    queue_.enqueueWriteBuffer(positions_, CL_TRUE, 0, positions.size_bytes(), positions.data());
    queue_.enqueueWriteBuffer(velocities_, CL_TRUE, 0, velocities.size_bytes(), velocities.data());
}

void ParticleBuffers::read(std::span<Float4> positions, std::span<Float4> velocities) {
    const auto host = measure(timer_.profiler(), "read back");
    const auto timed = timer_.measure("read back");
    queue_.enqueueReadBuffer(positions_, CL_TRUE, 0, positions.size_bytes(), positions.data());
    queue_.enqueueReadBuffer(velocities_, CL_TRUE, 0, velocities.size_bytes(), velocities.data());
}

}  // namespace milkomeda
