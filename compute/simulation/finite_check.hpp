// Checks on the device whether all positions and velocities are finite numbers.
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

    // Enqueues the check: reads all bodies and sends eight bytes to the host. Requires device access.
    void ask(const ParticleBuffers& particles);
    // Returns the first row with a position that is not finite, else with a velocity that is not finite, in
    // the last check. The queue must have finished the check.
    std::optional<std::size_t> non_finite_row();
    // Discards the result of earlier checks; must be called if the particles are replaced.
    void restart();

  private:
    cl::CommandQueue queue_;
    cl::Kernel find_;
    cl::Buffer first_;
    using Rows = std::array<cl_uint, 2>;
    AsyncReadback<Rows> found_;
};

}  // namespace milkomeda
