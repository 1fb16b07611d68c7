// Transfer of a state to the host while steps go on.
#pragma once

#include "compute/device/host_columns.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/simulation/checkpoint.hpp"

namespace milkomeda {

// For millions of rows the device takes some milliseconds to write to page-locked memory, and the host a
// tenth of a second to copy them from there. The copy is therefore cut into parts that fit a frame.
class CheckpointTransfer {
  public:
    CheckpointTransfer(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bodies)
        : columns_{context, queue, bodies} {}

    // Reads all rows; `beside` holds the other members of the checkpoint. Must be called between steps, with
    // device access.
    void begin(ParticleBuffers& particles, Checkpoint beside);
    // Copies the next part into `state`, whose memory is reused. Returns true when `state` is complete.
    bool move_into(Checkpoint& state);

  private:
    HostColumns columns_;
    Checkpoint beside_;
    std::size_t moved_ = 0;  // number of rows copied so far
};

}  // namespace milkomeda
