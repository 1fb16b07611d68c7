#include "compute/simulation/engine.hpp"

#include <algorithm>
#include <cmath>

#include "compute/gravity/tunable_solver.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

// Longest stretch of device work between two looks at the clock: keeps the measured rate fresh and a
// display that shares the device alive.
constexpr double longest_round_seconds = 0.01;
// The same beside the steps: it comes on top of a frame that is full already.
constexpr double longest_measuring_seconds = 0.003;

Force force_of_step(const SimulationParameters& parameters, long step) {
    const auto k = static_cast<unsigned>(parameters.fraction_denominator);
    return {parameters.gravity,
            parameters.softening,
            k,
            static_cast<unsigned>(step % k),
            parameters.fraction_mode == FractionMode::unbiased,
            false,
            parameters.accuracy};
}

bool same_law(const Force& a, const Force& b) {
    return a.gravity == b.gravity && a.softening == b.softening &&
           a.fraction_denominator == b.fraction_denominator && a.unbiased == b.unbiased &&
           a.accuracy == b.accuracy;
}

}  // namespace

Engine::Engine(const DeviceContext& place, const GlSide& gl, SharedBuffers shared, std::size_t bodies,
               const ReadAsset& read, const SolverChoice& choice)
    : device_context{place},
      queue{*place.context, handle_of(*place.device),
            place.profiled ? cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE} : 0},
      particles{place, queue, gl, shared, bodies},
      solver_choice{choice},
      solver{build(choice, read).solver},
      step_program{build_step_program(*place.context, *place.device, read)},
      integration{step_program},
      state_meter{*place.context, *place.device, queue, bodies, read},
      error_meter{*place.context, *place.device, queue, read},
      distance_meter{*place.context, *place.device, queue, read},
      soundness{*place.context, queue, step_program},
      host{*place.context, queue, bodies},
      state_copy{*place.context, queue, bodies} {}

// Drivers translate a kernel when it first runs; that must neither stall a frame nor be timed, so it runs
// once, on bodies that are all in one place. (Fractions may have a kernel of their own.)
ReadySolver Engine::build(const SolverChoice& choice, const ReadAsset& read) const {
    const std::size_t bodies = particles.size();
    const Workplace place{*device_context.context,  *device_context.device, queue, bodies, read,
                          device_context.secondary, choice.accuracy};
    std::shared_ptr<Solver> new_solver;
    if (choice.kernel.variant && choice.type->make_tuned)
        new_solver = choice.type->make_tuned(place, choice.kernel);
    else
        new_solver = choice.type->make(place);
    const cl::Buffer nowhere{place.context, CL_MEM_READ_WRITE, bodies * sizeof(cl_float4)};
    queue.enqueueFillBuffer(nowhere, cl_float{0}, 0, bodies * sizeof(cl_float4));
    for (const unsigned fraction_denominator : {1u, 2u}) {
        Force force;
        force.accuracy = choice.accuracy;
        force.fraction_denominator = fraction_denominator;
        if (fraction_denominator > 1 && !new_solver->takes_fractions()) continue;
        new_solver->begin(nowhere, force);
        new_solver->enqueue_slice(0);
    }
    queue.finish();
    new_solver->finish();
    new_solver->forget();
    return {choice, new_solver};
}

void Engine::replace(ReadySolver with) {
    solver_choice = with.choice;
    solver = std::move(with.solver);
    cells.clear();
    error_meter.restart();
    if (stage == Stage::between_steps) {
        known_force.reset();
    } else {
        ParticleBuffers::Lease lease{particles};
        begin_force(stage, *known_force);
        lease.end();
    }
}

SolverChoice Engine::choice() const {
    SolverChoice choice = solver_choice;
    const auto* const tunable = dynamic_cast<const TunableSolver*>(solver.get());
    choice.kernel = tunable ? tunable->kernel() : KernelChoice{};
    if (known_force) choice.accuracy = known_force->accuracy;
    return choice;
}

void Engine::restart(double initial_time) {
    stage = Stage::between_steps;
    solver->forget();
    known_force.reset();
    acceleration_magnitudes.clear();
    cells.clear();
    error_meter.restart();
    soundness.restart();
    state_meter.give_up();
    measuring.restart();
    time = initial_time;
    steps = 0;
    host_is_stale = true;
}

void Engine::begin_step(const SimulationParameters& parameters) {
    latched = parameters;
    latched_visitor = visitor;
    const Force force = force_of_step(latched, steps);
    if (latched.integrator != Integrator::leapfrog) {
        begin_force(Stage::step_force, force);
    } else if (known_force && same_law(*known_force, force)) {
        open_step();
    } else {
        begin_force(Stage::opening_force, force);
    }
}

void Engine::begin_force(Stage next, const Force& force) {
    stage = next;
    sum(force);
}

void Engine::sum(const Force& force) {
    if (summed_ && !same_law(*summed_, force)) error_meter.restart();
    summed_ = known_force = force;
    solver->begin(particles.positions(), force);
    sum_pairs_ = 0;
}

// Half before the drift and half after, as leapfrog's own kicks; for the Euler schemes all of it at once.
void Engine::pull(double share_of_step) {
    if (!latched_visitor) return;
    const auto timed = particles.timer().measure("kick and drift");
    integration.pull(queue, particles, *latched_visitor, latched.gravity, share_of_step * latched.timestep);
}

void Engine::open_step() {
    pull(0.5);
    {
        const auto timed = particles.timer().measure("kick and drift");
        integration.before_force(queue, particles, solver->accelerations(), latched);
    }
    host_is_stale = true;
    begin_force(Stage::step_force, force_of_step(latched, steps + 1));
}

void Engine::close_step() {
    if (latched.integrator != Integrator::leapfrog) measure_if_due();  // positions are still the force's
    {
        const auto timed = particles.timer().measure("kick and drift");
        integration.after_force(queue, particles, solver->accelerations(), latched);
    }
    pull(latched.integrator == Integrator::leapfrog ? 0.5 : 1);
    host_is_stale = true;
    if (latched.integrator != Integrator::leapfrog) known_force.reset();  // positions have moved on
    stage = Stage::between_steps;
    time += latched.timestep;
    ++steps;
    if (latched.integrator == Integrator::leapfrog) measure_if_due();
}

// Positions, velocities and the force are of one time here.
void Engine::measure_if_due() {
    if (!measuring.is_due() || state_meter.is_busy()) return;
    const bool known = solver->holds_potentials();
    queue.finish();
    solver->finish();
    const Clock::time_point start = Clock::now();
    state_meter.begin(particles, time, steps, known_force->gravity, known_force->softening,
                      known ? &solver->accelerations() : nullptr);
    measuring.spend(seconds_since(start));
}

void Engine::sum_potentials() {
    if (!state_meter.is_summing() || !measuring.is_due()) return;
    const Clock::time_point start = Clock::now();
    const double pairs =
        state_meter.enqueue_slice(measuring_rate.pairs_per_second() * longest_measuring_seconds);
    queue.finish();
    if (pairs > 0) measuring_rate.note(pairs, seconds_since(start));
    measuring.spend(seconds_since(start));
}

double Engine::enqueue_slice(const SimulationParameters& parameters, double pairs) {
    if (stage == Stage::between_steps) begin_step(parameters);
    double enqueued = 0;
    {
        const auto timed = particles.timer().measure("force");
        enqueued = solver->enqueue_slice(pairs);
    }
    sum_pairs_ += enqueued;
    if (solver->done() >= 1) {
        measure_errors();
        if (accelerations_wanted) keep_accelerations();
        if (cells_wanted) keep_cells();
        if (stage == Stage::opening_force) {
            measure_if_due();
            open_step();
        } else {
            close_step();
        }
    }
    return enqueued;
}

// A solver that aims at an error is corrected by the numbers of its sums alone, so that a run is the same
// when it is repeated; how often others are looked at may depend on the clock.
void Engine::measure_errors() {
    const auto timed = particles.timer().measure("checks");
    const double rate_now = rate.pairs_per_second();
    error_meter.pace().summed(rate_now > 0 ? sum_pairs_ / rate_now : 0);
    if (solver->aimed_error() > 0) {
        error_meter.ask(particles, solver->accelerations(), *known_force, ForceErrorMeter::few);
        if (const auto p99 = error_meter.news()) solver->note_error(*p99);
    } else if ((errors_wanted || known_force->fraction_denominator > 1) && error_meter.pace().affords()) {
        error_meter.ask(particles, solver->accelerations(), *known_force, ForceErrorMeter::many);
    }
    errors_wanted = false;
}

double Engine::enqueue_round(const SimulationParameters& parameters, double pairs_wanted, long last_step) {
    const auto timed = measure(particles.timer().timeline(), "enqueue");
    const long first_step = steps;
    double pairs = 0;
    do {
        pairs += enqueue_slice(parameters, pairs_wanted - pairs);
    } while (pairs < pairs_wanted && steps < last_step);
    if (steps > first_step) {
        const auto checks = particles.timer().measure("checks");
        soundness.ask(particles);
    }
    return pairs;
}

void Engine::run_round(const SimulationParameters& parameters, double seconds, long last_step) {
    const Clock::time_point start = Clock::now();
    const double measured = measuring.spent();
    const double pairs_wanted = rate.pairs_per_second() * std::min(seconds, longest_round_seconds);
    const double pairs = enqueue_round(parameters, pairs_wanted, last_step);
    {
        const auto timed = measure(particles.timer().timeline(), "wait for OpenCL");
        queue.finish();
        solver->finish();
    }
    particles.timer().collect();
    const double taken = seconds_since(start) - (measuring.spent() - measured);
    solver->note_seconds(taken);
    rate.note(pairs, taken);
    measuring.work(taken, std::chrono::duration<double>(Clock::now() - last_round_).count());
    last_round_ = Clock::now();
}

void Engine::complete_force(const SimulationParameters& parameters) {
    constexpr double least_pairs = 1e7;  // while the device's rate is not known
    const Force force = force_of_step(parameters, steps);
    if (known_force && same_law(*known_force, force)) return;
    const double pairs = std::max(least_pairs, rate.pairs_per_second() * longest_round_seconds);
    sum(force);  // a leapfrog step goes on from there
    while (solver->done() < 1) {
        const Clock::time_point start = Clock::now();
        solver->enqueue_slice(pairs);
        queue.finish();
        solver->finish();
        solver->note_seconds(seconds_since(start));
    }
}

void Engine::keep_cells() {
    constexpr std::size_t most = 4000;  // more would hide the picture
    cells = solver->cells(most);
    cells_wanted = false;
}

MeasuredState Engine::measure_now(const SimulationParameters& parameters) {
    const bool known = solver->holds_potentials();
    if (known) complete_force(parameters);  // a leapfrog step wants it anyway
    queue.finish();
    solver->finish();
    state_meter.begin(particles, time, steps, parameters.gravity, parameters.softening,
                      known ? &solver->accelerations() : nullptr);
    state_meter.finish();
    return *state_meter.take();
}

void Engine::keep_accelerations() {
    queue.finish();
    solver->finish();
    std::vector<Float4> rows(particles.size());
    queue.enqueueReadBuffer(solver->accelerations(), CL_TRUE, 0, rows.size() * sizeof(Float4), rows.data());
    acceleration_magnitudes.resize(rows.size());
    std::ranges::transform(rows, acceleration_magnitudes.begin(),
                           [](const Float4& a) { return std::hypot(a.x, a.y, a.z); });
    accelerations_wanted = false;
}

// Rows are shown where they are at the drawn time: a leapfrog step has drifted before its force is known, an
// Euler step drifts after it.
double Engine::drawn_offset() const {
    if (stage != Stage::step_force) return 0;
    const double dt = latched.timestep;
    return latched.integrator == Integrator::leapfrog ? -dt * (1 - solver->done()) : dt * solver->done();
}

double Engine::drawn_time() const {
    const bool drifted = stage == Stage::step_force && latched.integrator == Integrator::leapfrog;
    return time + (drifted ? latched.timestep : 0) + drawn_offset();
}

}  // namespace milkomeda
