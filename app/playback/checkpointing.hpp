// Interface of a particle source to checkpoints: for files, for recovery from a lost device, and for going
// back in time.
#pragma once

#include <memory>
#include <utility>

#include "app/playback/run_history.hpp"
#include "compute/simulation/checkpoint.hpp"

namespace milkomeda {

// Returns a checkpoint of these bodies without integrator state.
inline Checkpoint checkpoint_of(ParticleSet particles, long steps) {
    return {particles.time, steps, std::move(particles.positions), std::move(particles.velocities)};
}

class Checkpointing {
  public:
    virtual ~Checkpointing() = default;

    // The newest checkpoint in host memory, which survives the loss of the device. Without rows: the start.
    virtual Checkpoint newest_checkpoint() const { return {}; }
    // Reads a checkpoint of the present state. Waits for the device; must be called between steps.
    virtual Checkpoint make_checkpoint() const = 0;
    // Requests a checkpoint that is made beside the following frames.
    virtual void request_checkpoint() {}
    // Returns the requested checkpoint, once; null until it is complete.
    virtual std::shared_ptr<const Checkpoint> take_checkpoint() { return nullptr; }

    // Keeps a run history from now on, with at most `bytes` of key frames. It begins anew with other bodies
    // and on another device.
    virtual void keep_history(std::size_t /*bytes*/) {}
    // The run history; null if none is kept.
    virtual RunHistory* run_history() { return nullptr; }
    virtual const RunHistory* run_history() const { return nullptr; }
};

}  // namespace milkomeda
