// Positions and velocities on the device, stored in OpenGL's vertex buffers in the shared tier and in OpenCL
// buffers in the copied tier.
#pragma once

#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "compute/device/device_context.hpp"
#include "compute/device/gl_acquire_scope.hpp"
#include "compute/device/queue_timer.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Device memory per body in bytes: position and velocity as floats, 48 bytes for the 64-bit integer columns,
// and 250 bytes for a solver. The tree, lists and expansions of the multipole method need the most memory
// (measured by `bench solvers`).
inline constexpr std::size_t bytes_per_body = 2 * sizeof(cl_float4) + 48 + 250;
// Bytes per body in the largest single buffer, which holds the multipole expansions.
inline constexpr std::size_t largest_bytes_per_body = 40;

// Throws std::runtime_error if the bodies do not fit into the device's memory; the message says how many fit.
void require_memory(const Device& device, std::size_t bodies, bool with_secondary = false);

class ParticleBuffers {
  public:
    // The last `perturbers` rows are perturbers: solvers and integration kernels skip them. Throws as require_memory().
    ParticleBuffers(const DeviceContext& device_context, const cl::CommandQueue& queue, const GlSide& gl,
                    GlVertexBuffers shared, std::size_t bodies, std::size_t perturbers = 0);

    // OpenCL may use the buffers only while a DeviceAccess object exists. DeviceAccess objects can be nested.
    // The end of the outermost object waits for all enqueued work and releases shared buffers to OpenGL.
    // end() throws cl::Error if the release fails, but the destructor hides that error.
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

    // Calls `work` during a DeviceAccess and returns the result of `work`. Throws cl::Error if releasing the shared
    // buffers fails.
    auto with_access(const auto& work) {
        DeviceAccess access{*this};
        if constexpr (std::is_void_v<decltype(work())>) {
            work();
            access.end();
        } else {
            auto result = work();
            access.end();
            return result;
        }
    }

    // Blocking transfers between host and device. They require a DeviceAccess.
    void write(std::span<const Float4> positions, std::span<const Float4> velocities);
    void read(std::span<Float4> positions, std::span<Float4> velocities);

    const cl::Buffer& positions() const { return positions_; }
    const cl::Buffer& velocities() const { return velocities_; }
    std::size_t size() const { return bodies_; }
    std::size_t field_bodies() const { return bodies_ - perturbers_; }

    // Timer of the command queue of these buffers. The end of the outermost DeviceAccess sends the measured times to
    // the profiler.
    QueueTimer& timer() { return timer_; }

  private:
    cl::CommandQueue queue_;
    QueueTimer timer_{queue_};
    std::function<void()> finish_gl_;
    std::size_t bodies_, perturbers_;
    cl::Buffer positions_;
    cl::Buffer velocities_;
    std::vector<cl::Memory> shared_;  // buffers shared with OpenGL; empty in the copied tier
    int accesses_ = 0;
    std::unique_ptr<GlAcquireScope> acquired_;  // set while OpenCL holds the shared buffers
};

}  // namespace milkomeda
