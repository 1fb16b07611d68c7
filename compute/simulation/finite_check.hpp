// Checks on the device that every position and velocity is finite.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "compute/device/async_readback.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"

namespace milkomeda {

class FiniteCheck {
  public:
    FiniteCheck(const cl::Context& context, const cl::CommandQueue& queue, const cl::Program& step);

    // Enqueues the check: one pass over the rows, and eight bytes to the host. Needs device access.
    void ask(const ParticleBuffers& particles);
    // Returns the first row whose position, or else velocity, was not finite at the last check. Needs a
    // finished queue.
    std::optional<std::size_t> non_finite_row();
    // Forgets earlier results, for other particles.
    void restart();

  private:
    cl::CommandQueue queue_;
    cl::Kernel find_;
    cl::Buffer first_;
    using Rows = std::array<cl_uint, 2>;
    AsyncReadback<Rows> found_;
};

}  // namespace milkomeda
