// Transfers the state of a run to the host while the run continues.
#pragma once

#include "compute/device/host_columns.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/simulation/checkpoint.hpp"

namespace milkomeda {

// The device writes the state of millions of bodies to page-locked memory within milliseconds. Copying that state to a
// checkpoint takes a tenth of a second, so the host copies it in parts that are short enough for a frame.
class CheckpointTransfer {
  public:
    CheckpointTransfer(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bodies)
        : columns_{context, queue, bodies} {}

    // Reads all positions and velocities from the device. `without_rows` is the checkpoint without positions and
    // velocities. Must be called between steps, with device access.
    void begin(ParticleBuffers& particles, Checkpoint without_rows);
    // Copies the next part into `state`. Reuses the memory of `state`. Returns true when `state` is complete.
    bool move_into(Checkpoint& state);

  private:
    HostColumns columns_;
    Checkpoint without_rows_;
    std::size_t moved_ = 0;  // number of rows copied so far
};

}  // namespace milkomeda
