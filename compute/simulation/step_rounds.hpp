// Divides the steps of a run into rounds of device work, and measures the speed of the device.
#pragma once

#include <optional>

#include "compute/simulation/step_executor.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

// A round is the device work between two measurements of the device's speed. All functions require device access
// (ParticleBuffers).
class StepRounds {
  public:
    StepRounds(RunParts& parts, StepExecutor& executor) : parts_{parts}, executor_{executor} {}

    // Enqueues slices that take about `seconds` in total, waits for these slices, and measures the device's speed.
    // Stops when `last_completed` steps are complete. Backward steps use the parameters in the log; before the
    // beginning of the log, they use `parameters`.
    void run(const SimulationParameters& parameters, Direction direction, double seconds, long last_completed);
    // Enqueues at most `most_steps` forward steps without waiting, and returns the number of enqueued steps.
    long enqueue_ahead(const SimulationParameters& parameters, long most_steps);
    // Waits for the steps of enqueue_ahead(). Must be called before the state is used. Returns false if no steps were
    // pending.
    bool finish_ahead();
    // Widens or narrows the integers of the run as the present positions and velocities require, so that their number
    // of bits does not depend on earlier steps. Waits for the device.
    void fit_integers();

  private:
    double enqueue(const SimulationParameters& parameters, Direction direction, double pairs_wanted,
                   long last_completed);
    void wait_for_device();
    void check_range(bool always_narrows = false);

    RunParts& parts_;
    StepExecutor& executor_;
    std::optional<double> pairs_ahead_;  // interactions that enqueue_ahead() has enqueued; empty if none are pending
    Clock::time_point last_round_ = Clock::now();
};

}  // namespace milkomeda
