// Interface for the checkpoints of a particle source: for files, for recovery from a lost device, and for going
// back in time.
#pragma once

#include <memory>
#include <utility>

#include "app/playback/run_history.hpp"
#include "compute/simulation/checkpoint.hpp"

namespace milkomeda {

// Returns a checkpoint of these bodies without the state of the integrator. `steps` is the number of steps
// since the start of the run.
inline Checkpoint checkpoint_of(ParticleSet particles, long steps) {
    return {particles.time, steps, std::move(particles.positions), std::move(particles.velocities)};
}

// Returns `start` with the time, positions and velocities of `state`; unchanged if `state` has no rows.
inline ParticleSet with_rows(ParticleSet start, const Checkpoint& state) {
    if (state.positions.empty()) return start;
    start.positions = state.positions;
    start.velocities = state.velocities;
    start.time = state.time;
    return start;
}

class Checkpointing {
  public:
    virtual ~Checkpointing() = default;

    // Returns the newest checkpoint in host memory, which survives the loss of the device. A checkpoint
    // without rows represents the start of the run.
    virtual Checkpoint newest_checkpoint() const { return {}; }
    // Completes an incomplete step with these parameters, so that make_checkpoint() can be called.
    virtual void finish_step(const SimulationParameters&) {}
    // Reads a checkpoint of the present state. Waits for the device. Must be called between two steps.
    virtual Checkpoint make_checkpoint() const = 0;
    // Requests a checkpoint, which is transferred in parts during the following frames.
    virtual void request_checkpoint() {}
    // Returns the requested checkpoint once; null until the checkpoint is complete.
    virtual std::shared_ptr<const Checkpoint> take_checkpoint() { return nullptr; }

    // Starts to keep a run history with at most `bytes` of key frames. A new history begins when the bodies or
    // the device are replaced.
    virtual void keep_history(std::size_t /*bytes*/) {}
    // Returns the run history; null if no history is kept.
    virtual RunHistory* run_history() { return nullptr; }
    virtual const RunHistory* run_history() const { return nullptr; }
};

}  // namespace milkomeda
