// The state between two steps, brought to the host while steps go on.
#pragma once

#include "compute/device/host_columns.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/simulation/checkpoint.hpp"

namespace milkomeda {

// Millions of rows take a device some milliseconds to read into memory that it knows, and the host a tenth of
// a second to move on from there: that is done in parts, which a frame has time for.
class CheckpointTransfer {
  public:
    CheckpointTransfer(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bodies)
        : columns_{context, queue, bodies} {}

    // Reads all rows, to which `beside` has the rest. Needs a lease, between steps.
    void begin(ParticleBuffers& particles, Checkpoint beside);
    // Moves the next part into `state`, whose memory is used again; whether it is whole now.
    bool move_into(Checkpoint& state);

  private:
    HostColumns columns_;
    Checkpoint beside_;
    std::size_t moved_ = 0;  // rows
};

}  // namespace milkomeda
