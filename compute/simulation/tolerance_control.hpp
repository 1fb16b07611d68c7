// Adjusts the scale of the solver's tolerance to measured force errors, and measures force errors on request.
#pragma once

#include <optional>

#include "compute/errors/force_error_meter.hpp"
#include "compute/gravity/solver.hpp"

namespace milkomeda {

// A `position` is the step index at which force errors are compared with the direct sum. The scale is
// adjusted only at positions that are multiples of 32, so that a run has equal scales wherever it began and
// in either direction.
class ToleranceControl {
  public:
    ToleranceControl(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                     const ReadAsset& read)
        : meter_{context, device, queue, read} {}

    ForceErrorMeter& meter() { return meter_; }
    const ForceErrorMeter& meter() const { return meter_; }

    // Value for ForceSpec::tolerance_scale, adjusted for one accuracy; scale_for() is 1 for all others.
    float scale() const { return scale_; }
    float scale_for(Accuracy accuracy) const { return accuracy == accuracy_ ? scale_ : 1; }
    Accuracy accuracy() const { return accuracy_; }
    void set(float scale, Accuracy accuracy) {
        scale_ = scale;
        accuracy_ = accuracy;
    }
    // Adjusts the scale to the errors at this position, if begin() requested them. Waits for the errors.
    void learn(long position, Accuracy accuracy);

    void want_errors() { is_wanted_ = true; }
    // Begins to compare a complete force evaluation with the direct sum, if a comparison is due. Without
    // `position`, the comparison does not adjust the scale. `number` selects the sampled bodies.
    // `sum_seconds` is the duration of the evaluation, 0 if unknown.
    void begin(const Solver& solver, const ForceSpec& force, std::optional<long> position, long number,
               double sum_seconds);
    bool is_comparing() const { return meter_.left() > 0; }
    // Enqueues about `pairs` interactions of the comparison and returns their number.
    double enqueue(const ParticleBuffers& particles, const Solver& solver, const ForceSpec& force, double pairs);
    // Returns the number of interactions enqueued since the previous call.
    double take_pairs();

    // Discards measured errors; must be called if the solver or the force law changes.
    void forget_errors();
    void restart();

  private:
    ForceErrorMeter meter_;
    float scale_ = 1;
    Accuracy accuracy_ = Accuracy::standard;
    std::optional<long> requested_at_;  // position of the pending comparison that will adjust the scale
    bool is_wanted_ = false;
    double pairs_ = 0;
};

}  // namespace milkomeda
