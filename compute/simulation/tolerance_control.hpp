// Learns the scale of the solver's tolerance from measured force errors, and measures errors on request.
#pragma once

#include <optional>

#include "compute/errors/force_error_meter.hpp"
#include "compute/gravity/solver.hpp"

namespace milkomeda {

// A step index or force evaluation at which errors are compared is called a position. A solver with a target
// error is corrected at positions that are multiples of 32, so that a run has the same corrections wherever
// it began and in whichever direction it arrived.
class ToleranceControl {
  public:
    ToleranceControl(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                     const ReadAsset& read)
        : meter_{context, device, queue, read} {}

    ForceErrorMeter& meter() { return meter_; }
    const ForceErrorMeter& meter() const { return meter_; }

    // ForceSpec::tolerance_scale, learnt for one accuracy; 1 for others.
    float scale() const { return scale_; }
    float scale_for(Accuracy accuracy) const { return accuracy == accuracy_ ? scale_ : 1; }
    Accuracy accuracy() const { return accuracy_; }
    void set(float scale, Accuracy accuracy) {
        scale_ = scale;
        accuracy_ = accuracy;
    }
    // Corrects the scale by the errors at this position, if they were requested there. Waits for them.
    void learn(long position, Accuracy accuracy);

    void want_errors() { is_wanted_ = true; }
    // Begins to compare a complete force evaluation, if a comparison is due. An empty position excludes
    // corrections. `sum_seconds` is the time of the evaluation, 0 if unknown.
    void begin(const Solver& solver, const ForceSpec& force, std::optional<long> position, long number,
               double sum_seconds);
    bool is_comparing() const { return meter_.left() > 0; }
    // Enqueues a part of about `pairs` interactions and returns their number.
    double enqueue(const ParticleBuffers& particles, const Solver& solver, const ForceSpec& force,
                   double pairs);
    // Returns the number of interactions enqueued since the last call.
    double take_pairs();

    // The solver or the law of force has changed: earlier errors say nothing about it.
    void forget_errors();
    void restart();

  private:
    ForceErrorMeter meter_;
    float scale_ = 1;
    Accuracy accuracy_ = Accuracy::standard;
    std::optional<long> requested_at_;  // position at which errors for a correction were requested
    bool is_wanted_ = false;
    double pairs_ = 0;
};

}  // namespace milkomeda
