#include "compute/simulation/step_rounds.hpp"

#include <algorithm>
#include <utility>

namespace milkomeda {
namespace {

// Longest device work to enqueue while the CPU draws a picture, in seconds: about the time of drawing if the OpenCL
// device is the CPU itself. Steps that take longer than longest_step_seconds are not enqueued ahead, because such steps
// would only make frames slower.
constexpr double longest_ahead_seconds = 0.025, longest_step_seconds = 0.04;

}  // namespace

double StepRounds::enqueue(const SimulationParameters& parameters, Direction direction, double pairs_wanted,
                           long last_completed) {
    RunDevice& device = parts_.device;
    const auto timed = measure(device.particles.timer().profiler(), "enqueue");
    const long first = executor_.position().completed;
    // Adds 2 to the completed steps, because the bodies may also have drifted in an incomplete step at the beginning
    // and in a second incomplete step at the end.
    const auto is_safe = [&] {
        return !parts_.integers.holds() ||
               static_cast<double>(executor_.position().completed - first + 2) * executor_.step().drift_time() <=
                   parts_.integers.safe_time();
    };
    double pairs = 0;
    do {
        pairs += executor_.enqueue_slice(parameters, direction, pairs_wanted - pairs);
    } while (pairs < pairs_wanted && executor_.position().completed < last_completed && is_safe() &&
             !device.perturbers.is_moving());
    if (executor_.position().completed > first) {
        const auto checks = device.particles.timer().measure("checks");
        parts_.finite_check.ask(device.particles);
        if (parts_.integers.holds()) parts_.integers.ask();
    }
    return pairs;
}

void StepRounds::run(const SimulationParameters& parameters, Direction direction, double seconds, long last_completed) {
    RunDevice& device = parts_.device;
    TimeBudget& sampling = parts_.sampler.budget();
    const Clock::time_point start = Clock::now();
    const double spent = sampling.spent();
    const double pairs_wanted = parts_.rate.pairs_per_second() * std::min(seconds, longest_round_seconds);
    const double pairs = enqueue(parameters, direction, pairs_wanted, last_completed);
    if (executor_.between_steps()) device.perturbers.settle(device.particles);
    wait_for_device();
    device.perturbers.forget_staged();
    check_range();
    device.particles.timer().collect();
    const double taken = seconds_since(start) - (sampling.spent() - spent);
    const double gas = parts_.gas ? parts_.gas->take_seconds() : 0, forces = std::max(0.0, taken - gas);
    parts_.solvers.solver().note_seconds(forces);
    const double summed = pairs - parts_.tolerance.take_pairs() - gas * parts_.rate.pairs_per_second();
    if (summed > 0) parts_.rate.note(summed, forces);
    sampling.add_work(taken, seconds_since(last_round_));
    last_round_ = Clock::now();
}

void StepRounds::wait_for_device() {
    const auto timed = measure(parts_.device.particles.timer().profiler(), "wait for OpenCL");
    parts_.device.queue.finish();
    parts_.solvers.solver().finish();
}

long StepRounds::enqueue_ahead(const SimulationParameters& parameters, long most_steps) {
    const bool is_forward = executor_.between_steps() || executor_.step().direction == Direction::forward;
    const double step_pairs = executor_.step_pairs();
    const bool is_quick = step_pairs > 0 && step_pairs < parts_.rate.pairs_per_second() * longest_step_seconds;
    if (!is_forward || !is_quick || parts_.device.perturbers.any() || parts_.gas || most_steps <= 0) return 0;
    const long first = executor_.position().completed;
    finish_ahead();  // waits for the steps of the previous call, and checks their integers' domain
    const double enqueued = enqueue(parameters, Direction::forward,
                                    parts_.rate.pairs_per_second() * longest_ahead_seconds, first + most_steps);
    pairs_ahead_ = enqueued - parts_.tolerance.take_pairs();
    parts_.device.queue.flush();
    return executor_.position().completed - first;
}

// Waits for the steps of enqueue_ahead(). The exact duration of these steps is unknown, so the measured speed is not
// updated, and the energy sampler's budget counts the expected duration as work.
bool StepRounds::finish_ahead() {
    const std::optional<double> pairs = std::exchange(pairs_ahead_, std::nullopt);
    if (!pairs) return false;
    RunDevice& device = parts_.device;
    // The marker is needed with Mesa's driver, whose finish() waits only for commands that are not flushed yet.
    device.queue.enqueueMarkerWithWaitList();
    wait_for_device();
    check_range();
    device.particles.timer().collect();
    parts_.solvers.solver().note_seconds(0);
    parts_.sampler.budget().add_work(*pairs / parts_.rate.pairs_per_second());
    return true;
}

void StepRounds::fit_integers() {
    if (!parts_.integers.holds()) return;
    parts_.integers.ask();
    wait_for_device();
    check_range(true);
}

// Widens or narrows the integers as the last check of the domain requires. If the integers cannot represent a body,
// continues with the float rows, which are up to date.
void StepRounds::check_range(bool always_narrows) {
    IntegerColumns& integers = parts_.integers;
    if (!integers.holds()) return;
    const auto departure = integers.settle(always_narrows || !integers.may_overflow(executor_.step().drift_time()));
    if (!departure) return;
    StepExecutor::IntegerRange& range = executor_.range();
    (departure->is_exact ? range.row_widening : range.row_outside) = departure->row;
}

}  // namespace milkomeda
