// Transfers the state of a run to the host while the run continues.
#pragma once

#include "compute/device/host_columns.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/simulation/checkpoint.hpp"

namespace milkomeda {

// For millions of bodies, the device writes the state to page-locked memory within milliseconds, but copying
// from there takes the host a tenth of a second. So the host copies in parts that are short enough for a
// frame.
class CheckpointTransfer {
  public:
    CheckpointTransfer(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bodies)
        : columns_{context, queue, bodies} {}

    // Reads all positions and velocities from the device. `beside` holds the other members of the checkpoint.
    // Must be called between steps, with device access.
    void begin(ParticleBuffers& particles, Checkpoint beside);
    // Copies the next part into `state`. Reuses the memory of `state`. Returns true when `state` is complete.
    bool move_into(Checkpoint& state);

  private:
    HostColumns columns_;
    Checkpoint beside_;
    std::size_t moved_ = 0;  // number of rows copied so far
};

}  // namespace milkomeda
