#include "compute/simulation/tolerance_control.hpp"

#include <bit>

#include "compute/fmm/fmm_settings.hpp"

namespace milkomeda {
namespace {

// Returns true if the errors of the forces at this step index adjust the tolerance: every 32nd, and in the beginning
// also the powers of two, because the first tolerance suits many scenes and is too small for most of them.
bool is_correction_due(long step_index) {
    constexpr long interval = 32;
    return step_index % interval == 0 ||
           (step_index > 0 && step_index < interval && std::has_single_bit(static_cast<unsigned long>(step_index)));
}

}  // namespace

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
    const bool is_corrected = solver.target_error() > 0;
    meter_.budget().add_work(sum_seconds);
    requested_at_.reset();
    if (is_corrected && adjusts && is_correction_due(step_index)) {
        meter_.begin(ForceErrorMeter::many, step_index);
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
