// Keeps the newest checkpoint of a run in host memory, so that it survives the loss of the device.
#pragma once

#include <memory>
#include <utility>

#include "compute/simulation/simulation.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

class RecoveryCheckpointer {
  public:
    explicit RecoveryCheckpointer(const Checkpoint& first = {}) : kept_{std::make_shared<Checkpoint>(first)} {}

    // Transfers a part of a checkpoint. A checkpoint begins once a second, or less often if transfers would
    // take more than 2 % of the time.
    void advance(Simulation& simulation);
    // Returns true if a checkpoint is overdue because frames ended within steps. The next frame should then
    // end with a complete step.
    bool is_late() const;
    // Drops the checkpoints of the old run after a restart.
    void begin_anew();

    // Returns the newest checkpoint. It has no integrator state, so that any device can continue from it. It
    // has no rows before the first transfer.
    Checkpoint kept() const;
    // want_whole() requests a checkpoint with integrator state, from which a run continues bit for bit.
    // take_whole() returns that checkpoint once; null until it is complete.
    void want_whole() { is_whole_wanted_ = true; }
    std::shared_ptr<const Checkpoint> take_whole() { return std::exchange(whole_, nullptr); }

  private:
    std::shared_ptr<Checkpoint> kept_, arriving_ = std::make_shared<Checkpoint>();
    bool is_arriving_ = false;
    bool is_whole_wanted_ = false, whole_arrives_ = false;
    std::shared_ptr<const Checkpoint> whole_;
    double seconds_ = 0;  // seconds that the present transfer has taken so far
    Clock::time_point next_ = Clock::now();
};

}  // namespace milkomeda
