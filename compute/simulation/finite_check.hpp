// Is every position and velocity still a number? Asked on the device, in passing.
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

    // Enqueues the question: one pass over the rows, and eight bytes to the host. Needs a lease.
    void ask(const ParticleBuffers& particles);
    // The first row whose position, else velocity, was infinite or no number when it was asked. Needs a
    // finished queue.
    std::optional<std::size_t> non_finite_row();
    // Forgets what was found: the particles are others now.
    void restart();

  private:
    cl::CommandQueue queue_;
    cl::Kernel find_;
    cl::Buffer first_;
    using Rows = std::array<cl_uint, 2>;
    AsyncReadback<Rows> found_;
};

}  // namespace milkomeda
