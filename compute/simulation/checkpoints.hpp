// Checkpoints of a simulation: reading its state to the host, storing it on the device, and restoring it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "compute/simulation/checkpoint.hpp"
#include "compute/states/device_snapshot.hpp"

namespace milkomeda {

class CheckpointTransfer;
struct DeviceRun;

// Belongs to a Simulation. Without an OpenCL device (Tier::none) the initial bodies are read, and nothing is
// stored or restored. All functions but the restore() functions and move_to_host() must be called between
// steps (`Simulation::is_between_steps()`); otherwise they throw std::logic_error.
class Checkpoints {
  public:
    // `run` is null without a device.
    Checkpoints(DeviceRun* run, std::shared_ptr<const ParticleSet> initial);
    ~Checkpoints();
    Checkpoints(const Checkpoints&) = delete;
    Checkpoints& operator=(const Checkpoints&) = delete;

    // Reads all bodies with the present time. Waits for the device, as does take().
    ParticleSet read() const;
    // Reads the positions of `count` rows from row `first` on. Needs a device.
    std::vector<Float4> positions(std::size_t first, std::size_t count) const;
    // Reads a checkpoint from which the run continues bit for bit with the same solver.
    Checkpoint take() const;

    // Begins to transfer the present state to the host in parts, while steps go on. The integrator state is
    // included on request: reading it waits for the device.
    void begin_transfer(bool with_integrator_state = false);
    // Transfers the next part into `checkpoint` (milliseconds), whose memory is reused. Returns true when the
    // checkpoint is complete. May be called during a step.
    bool continue_transfer(Checkpoint& checkpoint);

    // Copies the present state on the device (microseconds). The run continues from it bit for bit.
    DeviceSnapshot store();
    // Stores the state at the end of every forward step whose step index is a multiple of `steps`; 0: never.
    void store_every(long steps);
    // Returns the snapshots that store_every() has made since the last call.
    std::vector<DeviceSnapshot> take_stored();
    // Moves the next part of the snapshot to host memory. Returns true when all of it is there, and its
    // device memory is free.
    bool move_to_host(const DeviceSnapshot& snapshot);
    // Device memory in bytes that snapshots may take: a quarter of what the bodies leave.
    std::size_t device_room() const;

    // Discard the step under way and continue from the given state of the same bodies. A checkpoint may come
    // from another device; with its integrator state and the same solver the steps that follow, forward and
    // backward, are bit for bit those of the original run. A snapshot needs a device.
    void restore(const Checkpoint& checkpoint);
    void restore(const DeviceSnapshot& snapshot);

  private:
    void require_between_steps(const char* function) const;

    DeviceRun* run_;
    std::shared_ptr<const ParticleSet> initial_;
    std::unique_ptr<CheckpointTransfer> transfer_;
};

}  // namespace milkomeda
