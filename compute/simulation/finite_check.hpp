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
    FiniteCheck(const KernelContext& context, const cl::Program& step);

    // Enqueues the check: reads all bodies and sends eight bytes to the host. Requires device access.
    void ask(const ParticleBuffers& particles);
    // Returns the first row whose position was not finite in the last check. If all positions were finite, returns the
    // first row whose velocity was not finite. The queue must have finished the check.
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
