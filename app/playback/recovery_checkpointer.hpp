// Keeps the newest checkpoint of a run in host memory, so that the run survives the loss of the device.
#pragma once

#include <memory>
#include <utility>

#include "compute/simulation/simulation.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

class RecoveryCheckpointer {
  public:
    explicit RecoveryCheckpointer(const Checkpoint& first = {}) : newest_{std::make_shared<Checkpoint>(first)} {}

    // Transfers a part of a checkpoint. A transfer begins once a second, or less often if transfers would take more
    // than 2 % of the time.
    void advance(Simulation& simulation);
    // Returns true if a checkpoint is requested or overdue, but its transfer has not begun because frames ended in the
    // middle of steps. The next frame should then end with a complete step.
    bool is_late() const;
    // Drops all checkpoints. Must be called when the run restarts.
    void reset();

    // Returns the newest checkpoint without integrator state, so that any device can continue the run. The checkpoint
    // contains no bodies before the first transfer is complete.
    Checkpoint newest() const;
    // request() requests a checkpoint with integrator state, from which a run continues bit for bit.
    // take_requested() returns this checkpoint once; null until the checkpoint is complete.
    void request() { is_requested_ = true; }
    std::shared_ptr<const Checkpoint> take_requested() { return std::exchange(requested_, nullptr); }

  private:
    std::shared_ptr<Checkpoint> newest_, arriving_ = std::make_shared<Checkpoint>();
    bool is_arriving_ = false;  // true during a transfer into arriving_
    // true from the request until its transfer begins, and true during this transfer
    bool is_requested_ = false, is_requested_arriving_ = false;
    std::shared_ptr<const Checkpoint> requested_;
    double seconds_ = 0;                     // time that the present transfer has taken so far
    Clock::time_point next_ = Clock::now();  // time at which the next transfer is due
};

}  // namespace milkomeda
