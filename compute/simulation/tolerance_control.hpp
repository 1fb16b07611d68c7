// Adjusts the tolerance scale of the solver to measured force errors, and measures force errors on request.
#pragma once

#include <optional>
#include <utility>

#include "compute/errors/force_error_meter.hpp"
#include "compute/gravity/solver.hpp"

namespace milkomeda {

// `step_index` is the step index of the positions at which forces are compared with the direct sum. The tolerance scale
// is adjusted only at the step indices 0, 1, 2, 4, 8, 16 and at all multiples of 32. So the scale of a step depends
// neither on where the run began nor on its direction.
class ToleranceControl {
  public:
    explicit ToleranceControl(const KernelContext& context) : meter_{context} {}

    ForceErrorMeter& meter() { return meter_; }
    const ForceErrorMeter& meter() const { return meter_; }

    // Value for ForceSpec::tolerance_scale. scale() was determined for accuracy(); for any other accuracy, scale_for()
    // returns 1.
    float scale() const { return scale_; }
    float scale_for(Accuracy accuracy) const { return accuracy == accuracy_ ? scale_ : 1; }
    Accuracy accuracy() const { return accuracy_; }
    void set(float scale, Accuracy accuracy) {
        scale_ = scale;
        accuracy_ = accuracy;
    }
    // Adjusts the scale to the measured errors if begin() has started a comparison for this purpose at `step_index`.
    // Waits for the measurement.
    void learn(long step_index, Accuracy accuracy);

    void want_errors() { is_wanted_ = true; }
    // Begins to compare a complete force evaluation with the direct sum, if a comparison is due. The comparison adjusts
    // the scale only if `adjusts` is true. `sum_seconds` is the duration of the evaluation, 0 if unknown.
    void begin(const Solver& solver, const ForceSpec& force, long step_index, bool adjusts, double sum_seconds);
    bool is_comparing() const { return meter_.left() > 0; }
    // Enqueues about `pairs` interactions of the comparison and returns their number.
    double enqueue(const ParticleBuffers& particles, const Solver& solver, const ForceSpec& force, double pairs);
    // Returns the number of interactions enqueued since the previous call.
    double take_pairs() { return std::exchange(pairs_, 0); }

    // Discards measured errors; must be called if the solver or the force law changes.
    void forget_errors();
    void restart();

  private:
    ForceErrorMeter meter_;
    float scale_ = 1;
    Accuracy accuracy_ = Accuracy::standard;
    std::optional<long> requested_at_;  // step index of the pending comparison that will adjust the scale
    bool is_wanted_ = false;
    double pairs_ = 0;
};

}  // namespace milkomeda
