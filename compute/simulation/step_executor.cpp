#include "compute/simulation/step_executor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "compute/fmm/fmm_settings.hpp"
#include "compute/gravity/tunable_solver.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

// Longest stretch of device work between two looks at the clock: keeps the measured rate fresh and a
// display that shares the device alive.
constexpr double longest_round_seconds = 0.01;
// Work for the device while a picture is drawn, which takes about as long where both share the processor; not
// of steps that take longer than any frame should, which would only have a larger part of each.
constexpr double longest_ahead_seconds = 0.025, longest_step_seconds = 0.04;
// The same beside the steps: it comes on top of a frame that is full already.
constexpr double longest_measuring_seconds = 0.003;

// At this position of the run, which may lie before its beginning.
ForceSpec force_at(long position, const SimulationParameters& parameters, float tolerance_scale) {
    const long k = parameters.fraction_denominator;
    return {parameters.gravity,
            parameters.softening,
            static_cast<unsigned>(k),
            static_cast<unsigned>((position % k + k) % k),
            parameters.fraction_mode == FractionMode::unbiased,
            false,
            parameters.accuracy,
            tolerance_scale};
}

bool same_law(const ForceSpec& a, const ForceSpec& b) {
    return a.gravity == b.gravity && a.softening == b.softening &&
           a.fraction_denominator == b.fraction_denominator && a.unbiased == b.unbiased &&
           a.accuracy == b.accuracy;
}

// To the last bit, at one position.
bool same_sum(const ForceSpec& a, const ForceSpec& b) {
    return same_law(a, b) && a.tolerance_scale == b.tolerance_scale;
}

// Errors are asked for, and the tolerance_scale is learnt from them, at positions that are multiples of this:
// so a run has the same corrections wherever it was begun and whichever way it came.
constexpr long steps_of_a_correction = 32;

}  // namespace

StepExecutor::StepExecutor(const DeviceContext& place, const GlSide& gl, GlVertexBuffers shared,
                           const ParticleSet& initial, const ReadAsset& read, const SolverChoice& choice)
    : device_context{place},
      queue{*place.context, handle_of(*place.device),
            place.profiled ? cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE} : 0},
      perturbers{*place.context, *place.device, queue, initial, read},
      particles{place, queue, gl, shared, initial.size(), perturbers.size()},
      solver_choice{choice},
      solver{build(choice, read).solver},
      step_program{build_step_program(*place.context, *place.device, read)},
      integration{step_program},
      integers{*place.context, *place.device, queue, particles.field_bodies(), read},
      state_meter{*place.context, *place.device, queue, initial.size(), perturbers.softenings(), read},
      error_meter{*place.context, *place.device, queue, read},
      distance_meter{*place.context, *place.device, queue, read},
      soundness{*place.context, queue, step_program},
      host{*place.context, queue, initial.size()} {}

StepExecutor::~StepExecutor() {
    try {
        queue.finish();
    } catch (const cl::Error&) {
        // A lost device shows at the next call, which may throw; a destructor may not.
    }
}

// Drivers translate a kernel when it first runs; that must neither stall a frame nor be timed, so it runs
// once, on bodies that are all in one place. (Fractions may have a kernel of their own.)
ReadySolver StepExecutor::build(const SolverChoice& choice, const ReadAsset& read) const {
    const std::size_t bodies = particles.field_bodies();
    const SolverContext place{*device_context.context,  *device_context.device, queue,           bodies, read,
                              device_context.secondary, choice.accuracy,        choice.multipole};
    std::shared_ptr<Solver> new_solver;
    if (choice.kernel.variant && choice.type->make_tuned)
        new_solver = choice.type->make_tuned(place, choice.kernel);
    else
        new_solver = choice.type->make(place);
    const cl::Buffer nowhere{place.context, CL_MEM_READ_WRITE, bodies * sizeof(cl_float4)};
    queue.enqueueFillBuffer(nowhere, cl_float{0}, 0, bodies * sizeof(cl_float4));
    for (const unsigned fraction_denominator : {1u, 2u}) {
        ForceSpec force;
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

void StepExecutor::replace(ReadySolver with) {
    constexpr std::size_t most_kept = 3;  // they hold memory of the device
    finish_ahead();
    past_solvers_.push_back({solver_number_, {solver_choice, solver}});
    if (past_solvers_.size() > most_kept) past_solvers_.erase(past_solvers_.begin());
    solver_choice = with.choice;
    solver = std::move(with.solver);
    solver_number_ = solvers_made_++;
    cells.clear();
    error_meter.restart();
    asked_at_.reset();
    if (stage == Stage::step_force && direction == Direction::forward)
        log.record_last_force(steps, solver_number_, known_force->tolerance_scale);
    else if (stage == Stage::opening_force && direction == Direction::forward)
        log.record_step(steps,
                        {step_parameters(latched), latched_external_mass, solver_number_, correction_});
    else if (stage != Stage::between_steps)
        end_rewind("another kernel was chosen on the way back");
    forget_lost_solvers();
    if (stage == Stage::between_steps) {
        known_force.reset();
    } else {
        ParticleBuffers::DeviceAccess lease{particles};
        begin_force(stage, *known_force);
        lease.end();
    }
}

SolverChoice StepExecutor::choice() const {
    SolverChoice choice = solver_choice;
    const auto* const tunable = dynamic_cast<const TunableSolver*>(solver.get());
    choice.kernel = tunable ? tunable->kernel() : KernelChoice{};
    if (known_force) choice.accuracy = known_force->accuracy;
    return choice;
}

void StepExecutor::end_rewind(const std::string& why) {
    if (stage == Stage::between_steps)
        log.end_rewind(steps, time, why);
    else
        end_rewind_after_step_ = why;
}

void StepExecutor::restart(double initial_time, long initial_steps) {
    finish_ahead();
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
    steps = initial_steps;
    direction = Direction::forward;
    log.restart(steps, time);
    integers.drop();
    why_floats = "only the reversible integrator goes back";
    row_outside.reset();
    is_range_noted = false;
    correction_ = 1;
    asked_at_.reset();
    end_rewind_after_step_.clear();
    perturbers.take(particles);
    host_is_stale = true;
}

void StepExecutor::go_on_from(const Checkpoint& state) {
    restart(state.time, state.steps);
    if (state.integers) integers.write(particles, *state.integers);
    if (!state.memory) return;
    IntegratorState memory = *state.memory;
    memory.log.renumber_solvers(memory.solver, solver_number_);
    recall(memory);
}

IntegratorState StepExecutor::memory() {
    learn_from_last_step();
    return {log,
            solver_number_,
            row_outside,
            correction_,
            corrected_,
            perturbers.any() ? std::optional{perturbers.orbits().rows()} : std::nullopt,
            perturbers.orbits().clock()};
}

// Rows of floats lack some digits of the integers, which a run continues from.
Checkpoint StepExecutor::checkpoint(bool with_integrator_state) {
    Checkpoint checkpoint{time, steps, {}, {}};
    if (integers.holds()) checkpoint.integers = integers.read();
    if (with_integrator_state) {
        checkpoint.memory = memory();
        checkpoint.memory->log.forget_after(steps);
    }
    return checkpoint;
}

void StepExecutor::reload(const ReadAsset& read) {
    const DeviceContext& place = device_context;
    auto new_solver = build(choice(), read);
    FloatMoves new_integration{build_step_program(*place.context, *place.device, read)};
    EnergySampler sampler{*place.context,   *place.device,           queue,
                          particles.size(), perturbers.softenings(), read};
    integers.reload(read);
    perturbers.reload(read);
    replace(std::move(new_solver));
    end_rewind("the kernels were edited");
    integration = std::move(new_integration);
    state_meter = std::move(sampler);
}

void StepExecutor::recall(const IntegratorState& memory) {
    log = memory.log;
    forget_lost_solvers();
    row_outside = memory.row_outside;
    correction_ = memory.tolerance_scale;
    corrected_ = memory.tolerance_scale_accuracy;
    if (memory.perturbers) perturbers.hold(particles, *memory.perturbers, memory.perturber_clock);
}

void StepExecutor::prepare(const SimulationParameters& parameters) {
    if (parameters.integrator != Integrator::reversible) {
        if (integers.holds()) why_floats = "only the reversible integrator goes back";
        return integers.drop();
    }
    if (integers.holds() || row_outside) return;
    const bool begins_here = steps == log.earliest();
    if (!integers.take(particles)) return;
    log.end_rewind(steps, time,
                   begins_here ? "" : "the steps before were not taken by the reversible integrator");
    known_force.reset();
    host_is_stale = true;
}

StepConfig StepExecutor::config(const SimulationParameters& parameters) const {
    return {step_parameters(parameters), external_mass, solver_number_, correction_for(parameters.accuracy),
            restart_of_perturbers(parameters)};
}

// What nobody has done before is undone at the pace that there is.
PerturberRestart StepExecutor::restart_of_perturbers(const SimulationParameters& parameters) const {
    const PerturberRestart& last = perturbers.orbits().clock().restart;
    if (direction == Direction::backward && last.number > 0) return last;
    return perturbers.orbits().restart_for(parameters.gravity, parameters.timestep);
}

float StepExecutor::correction_for(Accuracy accuracy) const {
    return accuracy == corrected_ ? correction_ : 1;
}

void StepExecutor::begin_step(const SimulationParameters& parameters, Direction wanted) {
    direction = wanted;
    learn_from_last_step();
    perturbers.settle(particles);
    StepConfig with = config(parameters);
    if (direction == Direction::forward) {
        prepare(parameters);
        log.record_step(steps, with);
        correction_ = with.tolerance_scale;
        corrected_ = parameters.accuracy;
    } else {
        if (!integers.holds()) prepare(parameters);
        if (!log.has_step(steps - 1)) log.prepend_step(with);
        with = log.config_of(first_force_of(steps - 1));
    }
    latched = with.parameters;
    latched_external_mass = with.external_mass;
    latched_restart_ = with.perturbers;
    begin_first_force();
}

// Forwards the step that ended here has summed it already, unless something was changed; and backwards the
// same.
void StepExecutor::begin_first_force() {
    float tolerance_scale = correction_;
    if (direction == Direction::backward) {
        const StepConfig& with = log.config_of(last_force_of(steps - 1));
        tolerance_scale = with.tolerance_scale;
        use_solver(with.solver);
    }
    const ForceSpec force = force_at(steps, latched, tolerance_scale);
    if (!is_leapfrog(latched.integrator)) {
        begin_force(Stage::step_force, force);
    } else if (known_force && same_sum(*known_force, force)) {
        open_step();
    } else {
        begin_force(Stage::opening_force, force);
    }
}

void StepExecutor::begin_last_force() {
    if (direction == Direction::backward) {
        const StepConfig& with = log.config_of(first_force_of(steps - 1));
        use_solver(with.solver);
        correction_ = with.tolerance_scale;
        corrected_ = latched.accuracy;
        return begin_force(Stage::step_force, force_at(steps - 1, latched, correction_));
    }
    learn_correction(steps);
    log.record_last_force(steps, solver_number_, correction_);
    begin_force(Stage::step_force, force_at(steps + 1, latched, correction_));
}

// From the errors at this position, if they were asked for.
void StepExecutor::learn_correction(long position) {
    if (asked_at_ == position)
        correction_ = corrected(correction_, target_error(latched.accuracy), error_meter.last_p99());
    asked_at_.reset();
}

// An Euler step has moved on from where its errors were asked for.
void StepExecutor::learn_from_last_step() {
    if (!is_leapfrog(latched.integrator)) learn_correction(steps - 1);
}

// Steps that were taken with a solver that is not there any more cannot be undone.
void StepExecutor::forget_lost_solvers() {
    const auto is_lost = [this](const RunChange& change) {
        const int number = change.config.solver;
        return number != solver_number_ &&
               std::ranges::find(past_solvers_, number, &PastSolver::number) == past_solvers_.end();
    };
    const std::vector<RunChange>& changes = log.changes();
    const auto last = std::find_if(changes.rbegin(), changes.rend(), is_lost);
    if (last == changes.rend()) return;
    const std::string why = "other kernels summed the forces before";
    if (last == changes.rbegin()) return log.end_rewind(steps, time, why);
    const long force = std::prev(last)->force;
    log.forget_before(step_of_force(force) + (force == last_force_of(step_of_force(force))), why);
}

void StepExecutor::use_solver(int number) {
    if (number == solver_number_) return;
    const auto wanted = std::ranges::find(past_solvers_, number, &PastSolver::number);
    PastSolver now{solver_number_, {solver_choice, solver}};
    solver_choice = wanted->solver.choice;
    solver = wanted->solver.solver;
    solver_number_ = number;
    *wanted = std::move(now);
    cells.clear();
    known_force.reset();
}

void StepExecutor::begin_force(Stage next, const ForceSpec& force) {
    stage = next;
    sum(force);
}

void StepExecutor::sum(const ForceSpec& force) {
    if (summed_ && !same_law(*summed_, force)) {
        error_meter.restart();
        asked_at_.reset();
    }
    error_meter.cancel();
    summed_ = known_force = force;
    solver->begin(particles.positions(), force);
    if (solver->target_error() > 0) error_meter.is_ready();  // in time for the first comparison
    sum_pairs_ = 0;
}

// Half before the drift and half after, as leapfrog's own kicks; for the Euler schemes all of it at once.
void StepExecutor::pull(double share_of_step) {
    if (!latched_external_mass) return;
    const auto timed = particles.timer().measure("kick and drift");
    const double dt = share_of_step * latched.timestep;
    perturbers.kick_external(*latched_external_mass, latched.gravity, sign_of(direction) * dt);
    if (integers.holds())
        integers.pull(particles, *latched_external_mass, latched.gravity, dt, direction);
    else
        integration.pull(queue, particles, *latched_external_mass, latched.gravity, sign_of(direction) * dt);
}

void StepExecutor::open_step() {
    pull(0.5);
    {
        const auto timed = particles.timer().measure("kick and drift");
        if (integers.holds()) {
            integers.kick(particles, solver->accelerations(), latched.timestep / 2, direction);
            integers.drift(particles, latched.timestep, direction);
        } else {
            integration.before_force(queue, particles, solver->accelerations(), latched, direction);
        }
    }
    const double dt = sign_of(direction) * latched.timestep;
    perturbers.kick(dt / 2);
    perturbers.drift(latched.gravity, dt, latched_restart_);
    host_is_stale = true;
    begin_last_force();
}

// After the light bodies' kick, with which the step ends; the Euler schemes' whole step.
void StepExecutor::close_step_of_perturbers() {
    const double dt = sign_of(direction) * latched.timestep;
    switch (latched.integrator) {
        case Integrator::leapfrog:
        case Integrator::reversible:
            perturbers.kick(dt / 2, latched.damping);
            break;
        case Integrator::symplectic_euler:
            perturbers.kick(dt, latched.damping);
            perturbers.drift(latched.gravity, dt, latched_restart_);
            break;
        case Integrator::explicit_euler:
            perturbers.drift(latched.gravity, dt, latched_restart_);
            perturbers.shift(dt * dt / 2);
            perturbers.kick(dt, latched.damping);
            break;
    }
}

void StepExecutor::close_step() {
    const bool leapfrog = is_leapfrog(latched.integrator);
    if (!leapfrog) measure_if_due();  // positions are still the force's
    {
        const auto timed = particles.timer().measure("kick and drift");
        if (integers.holds())
            integers.kick(particles, solver->accelerations(), latched.timestep / 2, direction);
        else
            integration.after_force(queue, particles, solver->accelerations(), latched, direction);
    }
    close_step_of_perturbers();
    pull(leapfrog ? 0.5 : 1);
    host_is_stale = true;
    if (!leapfrog) known_force.reset();  // positions have moved on
    stage = Stage::between_steps;
    steps += sign_of(direction);
    ++completed;
    time = log.time_of(steps);
    if (integers.holds() && latched.damping != 1) {
        integers.damp(particles, latched.damping);
        end_rewind("damping cannot be undone");
    }
    if (!end_rewind_after_step_.empty()) end_rewind(std::exchange(end_rewind_after_step_, {}));
    if (leapfrog) measure_if_due();
    const bool is_stored = store_every > 0 && steps % store_every == 0 && direction == Direction::forward;
    if (is_stored) stored.push_back(store());
}

// A run by integers is made of these; the rows of floats are, too, so that nothing has to be made from them.
DeviceSnapshot StepExecutor::store() {
    perturbers.settle(particles);
    const auto timed = particles.timer().measure("checks");
    auto rows = std::make_shared<SnapshotColumns>();
    const cl::Context& context = *device_context.context;
    rows->add(context, queue, particles.positions());
    rows->add(context, queue, particles.velocities());
    if (integers.holds()) {
        for (const cl::Buffer& column : integers.columns()) rows->add(context, queue, column);
        rows->format = integers.format();
    }
    rows->memory = memory();
    return {time, steps, latched, rows->bytes(), rows};
}

void StepExecutor::go_back_to(const DeviceSnapshot& state) {
    const SnapshotColumns& rows = *state.columns;
    queue.finish();
    restart(state.time, state.steps);
    rows.write(queue, 0, particles.positions());
    rows.write(queue, 1, particles.velocities());
    if (rows.format) {
        integers.hold(*rows.format);
        std::size_t next = 2;
        for (const cl::Buffer& column : integers.columns()) rows.write(queue, next++, column);
    }
    recall(rows.memory);
}

// Goes on with floats, which are there already.
void StepExecutor::check_range() {
    if (!integers.holds()) return;
    row_outside = integers.row_outside();
    if (row_outside) integers.drop();
}

// Positions, velocities and the force are of one time here.
void StepExecutor::measure_if_due() {
    if (!measuring.is_due() || state_meter.is_busy() || direction == Direction::backward) return;
    perturbers.settle(particles);
    const bool known = solver->holds_potentials();
    queue.finish();
    solver->finish();
    const Clock::time_point start = Clock::now();
    state_meter.begin(particles, time, steps, known_force->gravity, known_force->softening,
                      known ? &solver->accelerations() : nullptr);
    measuring.spend(seconds_since(start));
}

void StepExecutor::sum_potentials() {
    if (!state_meter.is_summing() || !measuring.is_due()) return;
    const Clock::time_point start = Clock::now();
    const double pairs =
        state_meter.enqueue_slice(measuring_rate.pairs_per_second() * longest_measuring_seconds);
    queue.finish();
    if (pairs > 0) measuring_rate.note(pairs, seconds_since(start));
    measuring.spend(seconds_since(start));
}

// While the device sums, and no longer than a round takes. Euler's move when the sum is there.
bool StepExecutor::move_perturbers() {
    if (!perturbers.any() || stage != Stage::step_force || !is_leapfrog(latched.integrator)) return true;
    host_is_stale = true;
    return perturbers.settle(particles, sign_of(direction) * latched.timestep, longest_round_seconds);
}

double StepExecutor::enqueue_slice(const SimulationParameters& parameters, Direction wanted, double pairs) {
    if (stage == Stage::between_steps) begin_step(parameters, wanted);
    double enqueued = 0;
    if (error_meter.left() == 0) {
        if (solver->done() < 1 || !perturbers.is_moving()) {
            const auto timed = particles.timer().measure("force");
            enqueued = solver->enqueue_slice(pairs);
        }
        sum_pairs_ += enqueued;
        if (!move_perturbers() || solver->done() < 1) return enqueued;
        last_sum_pairs_ = sum_pairs_;
        begin_errors();
    }
    enqueued += enqueue_errors(pairs - enqueued);
    if (error_meter.left() > 0) return enqueued;
    perturbers.add_accelerations(particles, solver->accelerations(), known_force->gravity);
    if (accelerations_wanted) keep_accelerations();
    if (cells_wanted) keep_cells();
    if (stage == Stage::opening_force) {
        measure_if_due();
        open_step();
    } else {
        close_step();
    }
    return enqueued;
}

// Of a solver that is corrected by them; how often others are looked at may depend on the clock.
void StepExecutor::begin_errors() {
    const double rate_now = rate.pairs_per_second();
    const bool is_corrected = solver->target_error() > 0;
    const bool at_next = stage == Stage::step_force && is_leapfrog(latched.integrator);
    const long position = steps + (at_next ? sign_of(direction) : 0);
    error_meter.pace().summed(rate_now > 0 ? sum_pairs_ / rate_now : 0);
    asked_at_.reset();
    if (is_corrected && position % steps_of_a_correction == 0) {
        error_meter.begin(ForceErrorMeter::most, position);
        asked_at_ = position;
    } else if (!is_corrected && (errors_wanted || known_force->fraction_denominator > 1) &&
               error_meter.is_ready() && error_meter.pace().affords()) {
        error_meter.begin(ForceErrorMeter::some, position);
    }
    errors_wanted = false;
}

// Of a million bodies those of 256 take a CPU a second.
double StepExecutor::enqueue_errors(double pairs) {
    if (error_meter.left() == 0) return 0;
    const auto timed = particles.timer().measure("checks");
    const double enqueued =
        error_meter.enqueue_slice(particles, solver->accelerations(), *known_force, pairs);
    error_pairs_ += enqueued;
    return enqueued;
}

double StepExecutor::of_sums(double pairs) {
    return pairs - std::exchange(error_pairs_, 0);
}

double StepExecutor::enqueue_round(const SimulationParameters& parameters, Direction wanted,
                                   double pairs_wanted, long last_completed) {
    const auto timed = measure(particles.timer().profiler(), "enqueue");
    const long first = completed;
    const auto is_safe = [&] {
        return !integers.holds() ||
               static_cast<double>(completed - first) * latched.timestep < integers.safe_time();
    };
    double pairs = 0;
    do {
        pairs += enqueue_slice(parameters, wanted, pairs_wanted - pairs);
    } while (pairs < pairs_wanted && completed < last_completed && is_safe() && !perturbers.is_moving());
    if (completed > first) {
        const auto checks = particles.timer().measure("checks");
        soundness.ask(particles);
        if (integers.holds()) integers.ask();
    }
    return pairs;
}

void StepExecutor::run_round(const SimulationParameters& parameters, Direction wanted, double seconds,
                             long last_completed) {
    const Clock::time_point start = Clock::now();
    const double measured = measuring.spent();
    const double pairs_wanted = rate.pairs_per_second() * std::min(seconds, longest_round_seconds);
    const double pairs = enqueue_round(parameters, wanted, pairs_wanted, last_completed);
    if (stage == Stage::between_steps) perturbers.settle(particles);
    {
        const auto timed = measure(particles.timer().profiler(), "wait for OpenCL");
        queue.finish();
        solver->finish();
    }
    perturbers.forget_staged();
    check_range();
    particles.timer().collect();
    const double taken = seconds_since(start) - (measuring.spent() - measured);
    solver->note_seconds(taken);
    if (const double summed = of_sums(pairs); summed > 0) rate.note(summed, taken);
    measuring.work(taken, std::chrono::duration<double>(Clock::now() - last_round_).count());
    last_round_ = Clock::now();
}

long StepExecutor::go_ahead(const SimulationParameters& parameters, long most_steps) {
    const bool forwards = stage == Stage::between_steps || direction == Direction::forward;
    const double pairs = rate.pairs_per_second() * longest_ahead_seconds;
    const bool is_quick =
        last_sum_pairs_ > 0 && last_sum_pairs_ < rate.pairs_per_second() * longest_step_seconds;
    if (!forwards || !is_quick || perturbers.any() || most_steps <= 0) return 0;
    const long first = completed;
    finish_ahead();  // whose range nobody has looked at
    const double enqueued = enqueue_round(parameters, Direction::forward, pairs, first + most_steps);
    pairs_ahead_ = of_sums(enqueued);
    queue.flush();
    return completed - first;
}

// When the device came to its end nobody knows: nothing is learnt of how long it took, but what may be
// measured beside steps follows from it.
bool StepExecutor::finish_ahead() {
    const std::optional<double> pairs = std::exchange(pairs_ahead_, std::nullopt);
    if (!pairs) return false;
    {
        const auto timed = measure(particles.timer().profiler(), "wait for OpenCL");
        queue.enqueueMarkerWithWaitList();  // finish() of Mesa's driver waits for what was not flushed alone
        queue.finish();
        solver->finish();
    }
    check_range();
    particles.timer().collect();
    solver->note_seconds(0);
    measuring.work(*pairs / rate.pairs_per_second());
    return true;
}

void StepExecutor::complete_force(const SimulationParameters& parameters) {
    constexpr double least_pairs = 1e7;  // while the device's rate is not known
    const ForceSpec force = force_at(steps, parameters, correction_for(parameters.accuracy));
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
    begin_errors();  // as after the same sum in a step
    enqueue_errors(std::numeric_limits<double>::infinity());
    perturbers.add_accelerations(particles, solver->accelerations(), force.gravity);
}

void StepExecutor::keep_cells() {
    constexpr std::size_t most = 4000;  // more would hide the picture
    cells = solver->cells(most);
    cells_wanted = false;
}

EnergySample StepExecutor::measure_now(const SimulationParameters& parameters) {
    const bool known = solver->holds_potentials();
    if (known) complete_force(parameters);  // a leapfrog step wants it anyway
    queue.finish();
    solver->finish();
    state_meter.begin(particles, time, steps, parameters.gravity, parameters.softening,
                      known ? &solver->accelerations() : nullptr);
    state_meter.finish();
    return *state_meter.take();
}

void StepExecutor::keep_accelerations() {
    queue.finish();
    solver->finish();
    std::vector<Float4> rows(particles.field_bodies());
    queue.enqueueReadBuffer(solver->accelerations(), CL_TRUE, 0, rows.size() * sizeof(Float4), rows.data());
    acceleration_magnitudes.resize(rows.size());
    std::ranges::transform(rows, acceleration_magnitudes.begin(),
                           [](const Float4& a) { return std::hypot(a.x, a.y, a.z); });
    for (const Vector3& a : perturbers.accelerations())  // by light bodies alone
        acceleration_magnitudes.push_back(static_cast<float>(length(a)));
    accelerations_wanted = false;
}

// Rows are shown where they are at the drawn time: a leapfrog step has drifted before its force is known, an
// Euler step drifts after it.
double StepExecutor::drawn_offset() const {
    if (stage != Stage::step_force) return 0;
    const double dt = sign_of(direction) * latched.timestep;
    return is_leapfrog(latched.integrator) ? -dt * (1 - solver->done()) : dt * solver->done();
}

double StepExecutor::drawn_time() const {
    const bool drifted = stage == Stage::step_force && is_leapfrog(latched.integrator);
    return time + (drifted ? sign_of(direction) * latched.timestep : 0) + drawn_offset();
}

}  // namespace milkomeda
