// Checks on the device whether all positions and velocities are finite numbers.
#pragma once

#include <array>
#include <optional>

#include "compute/device/async_readback.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"

namespace milkomeda {

class FiniteCheck {
  public:
    FiniteCheck(const KernelContext& context, const cl::Program& step)
        : queue_{context.queue}, find_{step, "find_non_finite"}, first_{context.buffer<Rows>(1)} {
        restart();
    }

    // Enqueues the check of all bodies and the transfer of its result (eight bytes) to the host. Requires device
    // access.
    void ask(const ParticleBuffers& particles) {
        constexpr std::size_t work_group = 64;
        enqueue(queue_, find_, particles.size(), work_group, particles.positions(), particles.velocities(), first_,
                particles.size());
        queue_.enqueueReadBuffer(first_, CL_FALSE, 0, sizeof(Rows), found_.start(queue_).data());
    }
    // Returns the first row whose position was not finite in the last check. If all positions were finite, returns the
    // first row whose velocity was not finite. The queue must have finished the check.
    std::optional<std::size_t> non_finite_row() {
        found_.mark_complete();
        for (const cl_uint row : *found_)
            if (row != none) return row;
        return std::nullopt;
    }
    // Discards the result of earlier checks; must be called if the particles are replaced.
    void restart() {
        found_.start(queue_).fill(none);
        queue_.enqueueWriteBuffer(first_, CL_TRUE, 0, sizeof(Rows), found_->data());
        found_.mark_complete();
    }

  private:
    using Rows = std::array<cl_uint, 2>;
    static constexpr cl_uint none = 0xffff'ffff;  // result if all rows are finite; larger than any row index

    cl::CommandQueue queue_;
    cl::Kernel find_;
    cl::Buffer first_;
    AsyncReadback<Rows> found_;
};

}  // namespace milkomeda
