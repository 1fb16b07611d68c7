// Keeps the newest checkpoint of a run in host memory, so that it survives the loss of the device.
#pragma once

#include <memory>
#include <utility>

#include "compute/simulation/simulation.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

class RecoveryCheckpointer {
  public:
    explicit RecoveryCheckpointer(const Checkpoint& first = {})
        : kept_{std::make_shared<Checkpoint>(first)} {}

    // Transfers a part of a checkpoint. A new checkpoint begins once a second, or less often if that would
    // take more than 2 % of the time.
    void advance(Simulation& simulation);
    // Returns true if a checkpoint is overdue, because no frame has ended with a step: the next frame should.
    bool is_late() const;
    // Drops the checkpoints of a run that has ended.
    void begin_anew();

    // The newest checkpoint, for any device: without the integrator state, which belongs to this device's
    // solver. Without rows before the first checkpoint.
    Checkpoint kept() const;
    // Requests a checkpoint with integrator state, from which the run continues bit for bit, and returns it
    // once when it is complete.
    void want_whole() { is_whole_wanted_ = true; }
    std::shared_ptr<const Checkpoint> take_whole() { return std::exchange(whole_, nullptr); }

  private:
    std::shared_ptr<Checkpoint> kept_, arriving_ = std::make_shared<Checkpoint>();
    bool is_arriving_ = false;
    bool is_whole_wanted_ = false, whole_arrives_ = false;
    std::shared_ptr<const Checkpoint> whole_;
    double seconds_ = 0;  // time that the transfer has taken so far
    Clock::time_point next_ = Clock::now();
};

}  // namespace milkomeda
