// The newest state of a run that is whole and lies in host memory, so that it outlives the device.
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

    // Once a second, or less often where that would take more than 2 % of the time, a state is kept that is
    // whole at any moment; a part of it comes with every call.
    void advance(Simulation& simulation);
    // One is due, and waits for a frame that ends with a step.
    bool is_late() const;
    // What is kept, and what is arriving, is of a run that there is no more.
    void begin_anew();

    // For any device: what was learnt of the forces of this one is found again. Empty at first.
    Checkpoint kept() const;
    // One that goes on bit for bit, as soon as it has come, once.
    void want_whole() { is_whole_wanted_ = true; }
    std::shared_ptr<const Checkpoint> take_whole() { return std::exchange(whole_, nullptr); }

  private:
    std::shared_ptr<Checkpoint> kept_, arriving_ = std::make_shared<Checkpoint>();
    bool is_arriving_ = false;
    bool is_whole_wanted_ = false, whole_arrives_ = false;
    std::shared_ptr<const Checkpoint> whole_;
    double seconds_ = 0;  // that it has taken
    Clock::time_point next_ = Clock::now();
};

}  // namespace milkomeda
