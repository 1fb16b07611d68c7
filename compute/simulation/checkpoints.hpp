// Saves and restores the state of a simulation, in host memory (Checkpoint) or in device memory (DeviceSnapshot).
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "compute/simulation/checkpoint.hpp"
#include "compute/states/device_snapshot.hpp"

namespace milkomeda {

class CheckpointTransfer;
struct DeviceRun;

// Part of a Simulation. Without an OpenCL device (Tier::none), read() returns the initial bodies, and the simulation
// stores and restores no states. read(), positions(), take(), begin_transfer() and store() throw std::logic_error
// during a step (`Simulation::is_between_steps()`).
class Checkpoints {
  public:
    // `run` is null without an OpenCL device.
    Checkpoints(DeviceRun* run, std::shared_ptr<const ParticleSet> initial);
    ~Checkpoints();
    Checkpoints(const Checkpoints&) = delete;
    Checkpoints& operator=(const Checkpoints&) = delete;

    // Returns all bodies and the present model time. read() and take() wait for the device.
    ParticleSet read() const;
    // Returns the positions of `count` bodies from row `first` on. Requires an OpenCL device.
    std::vector<Float4> positions(std::size_t first, std::size_t count) const;
    // Returns a checkpoint. A run with an identical solver continues from the checkpoint with bit-identical steps.
    Checkpoint take() const;

    // Begins to transfer the present state to the host in parts, while the run continues. Waits for the device. If
    // `with_integrator_state` is true, the checkpoint will contain the integrator state.
    void begin_transfer(bool with_integrator_state = false);
    // Transfers the next part into `checkpoint`, which takes milliseconds. Reuses the memory of `checkpoint`.
    // Returns true when the checkpoint is complete. May be called during a step.
    bool continue_transfer(Checkpoint& checkpoint);

    // Copies the present state to device memory, which takes microseconds. A run that continues from the snapshot
    // computes bit-identical steps.
    DeviceSnapshot store();
    // Stores a snapshot after each forward step whose index is a multiple of `steps`; 0 stores nothing.
    void store_every(long steps);
    // Returns the snapshots that store_every() has stored since the previous call.
    std::vector<DeviceSnapshot> take_stored() { return std::exchange(stored_, {}); }
    // Moves the next part of the snapshot to host memory. Returns true when the whole snapshot is in host
    // memory and its device memory is free.
    bool move_to_host(const DeviceSnapshot& snapshot);
    // Returns the bytes of device memory that snapshots may use: a quarter of the memory that the bodies leave free.
    std::size_t snapshot_bytes() const;

    // Discards an incomplete step and continues from the given state, which must have the bodies of this simulation. A
    // checkpoint may come from a different device. If the checkpoint contains the integrator state and the solver is
    // identical, all later steps, forward and backward, are bit-identical to the original run. Restoring a snapshot
    // requires an OpenCL device.
    void restore(const Checkpoint& checkpoint);
    void restore(const DeviceSnapshot& snapshot);
    // Discards an incomplete step and continues from the rows of a snapshot, without its integrator state. The snapshot
    // may come from a different simulation that has an equal particle set and uses the same device.
    void restore_rows(const DeviceSnapshot& snapshot);

  private:
    Checkpoint without_rows(bool with_integrator_state) const;
    DeviceSnapshot copy() const;
    void write_rows(const DeviceSnapshot& snapshot);

    DeviceRun* run_;
    std::shared_ptr<const ParticleSet> initial_;
    std::vector<DeviceSnapshot> stored_;
    std::unique_ptr<CheckpointTransfer> transfer_;
};

}  // namespace milkomeda
