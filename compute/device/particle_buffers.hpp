// Positions and velocities on the device: OpenGL's vertex buffers in the shared tier, our own otherwise.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compute/device/device_context.hpp"
#include "compute/device/gl_acquire_scope.hpp"
#include "compute/device/queue_timer.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Device memory that one body takes: position and velocity, as integers of 64 bits, too; and what a solver
// has for it, with what its potentials are measured by, at most the multipole method's tree, lists and series
// (`bench solvers` measures them). Partial sums of the direct sum take what is left, or less.
inline constexpr std::size_t bytes_per_body = 2 * sizeof(cl_float4) + 48 + 250;
// And in its largest buffer, that of the series.
inline constexpr std::size_t largest_bytes_per_body = 40;

// Throws std::runtime_error saying how many bodies would fit when the device's memory is too small.
void require_memory(const Device& device, std::size_t bodies, bool with_secondary = false);

class ParticleBuffers {
  public:
    // The last rows may be perturbers, which no solver and no integration knows of. Throws as require_memory().
    ParticleBuffers(const DeviceContext& device_context, const cl::CommandQueue& queue, const GlSide& gl,
                    GlVertexBuffers shared, std::size_t bodies, std::size_t perturbers = 0);

    // OpenCL may use the buffers while a lease lives; its end hands shared buffers back to OpenGL, with all
    // enqueued work done. Leases nest. Whoever needs to know that all went well calls end(): the destructor
    // cannot tell.
    class DeviceAccess {
      public:
        explicit DeviceAccess(ParticleBuffers& buffers);
        ~DeviceAccess();
        void end();
        DeviceAccess(const DeviceAccess&) = delete;
        DeviceAccess& operator=(const DeviceAccess&) = delete;

      private:
        ParticleBuffers& buffers_;
        bool ended_ = false;
    };

    // Under a lease; both wait until done.
    void write(std::span<const Float4> positions, std::span<const Float4> velocities);
    void read(std::span<Float4> positions, std::span<Float4> velocities);

    const cl::Buffer& positions() const { return positions_; }
    const cl::Buffer& velocities() const { return velocities_; }
    std::size_t size() const { return bodies_; }
    std::size_t field_bodies() const { return bodies_ - perturbers_; }

    // Of the queue that works on them; the end of the last lease collects.
    QueueTimer& timer() { return timer_; }

  private:
    cl::CommandQueue queue_;
    QueueTimer timer_{queue_};
    std::function<void()> finish_gl_;
    std::size_t bodies_, perturbers_;
    cl::Buffer positions_;
    cl::Buffer velocities_;
    std::vector<cl::Memory> shared_;  // empty in the copied tier
    int leases_ = 0;
    std::unique_ptr<GlAcquireScope> loan_;  // while there are any, of shared buffers
};

}  // namespace milkomeda
