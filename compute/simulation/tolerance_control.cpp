#include "compute/simulation/tolerance_control.hpp"

#include "compute/fmm/fmm_settings.hpp"

namespace milkomeda {

void ToleranceControl::learn(long step_index, Accuracy accuracy) {
    if (requested_at_ == step_index) scale_ = corrected(scale_, target_error(accuracy), meter_.last_p99());
    requested_at_.reset();
}

// A comparison measures the force errors of sampled bodies against the direct sum. If the solver has an adjustable
// tolerance, comparisons take place at fixed step indices and adjust the tolerance scale, so that runs are
// reproducible. For all other solvers, comparisons only measure errors, and take place on request when the time budget
// allows.
void ToleranceControl::begin(const Solver& solver, const ForceSpec& force, long step_index, bool adjusts,
                             double sum_seconds) {
    constexpr long correction_interval = 32;  // number of steps between adjustments
    const bool is_corrected = solver.target_error() > 0;
    meter_.budget().add_work(sum_seconds);
    requested_at_.reset();
    if (is_corrected && adjusts && step_index % correction_interval == 0) {
        meter_.begin(ForceErrorMeter::most, step_index);
        requested_at_ = step_index;
    } else if (!is_corrected && (is_wanted_ || force.fraction_denominator > 1) && meter_.is_ready() &&
               meter_.budget().is_due()) {
        meter_.begin(ForceErrorMeter::some, step_index);
    }
    is_wanted_ = false;
}

double ToleranceControl::enqueue(const ParticleBuffers& particles, const Solver& solver, const ForceSpec& force,
                                 double pairs) {
    const double enqueued = meter_.enqueue_slice(particles, solver.accelerations(), force, pairs);
    pairs_ += enqueued;
    return enqueued;
}

void ToleranceControl::forget_errors() {
    meter_.restart();
    requested_at_.reset();
}

void ToleranceControl::restart() {
    forget_errors();
    scale_ = 1;
}

}  // namespace milkomeda
