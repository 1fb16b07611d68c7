#include "compute/simulation/step_executor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

constexpr const char* only_reversible = "only the reversible integrator can undo steps";
constexpr const char* gas_is_irreversible = "the gas loses energy in shocks, so its steps cannot be undone";

// Returns the specification of the force at `step_index`, which may lie before the beginning of the run.
ForceSpec force_at(long step_index, const SimulationParameters& parameters, float tolerance_scale) {
    const long k = parameters.fraction_denominator;
    return {parameters.gravity,
            parameters.softening,
            static_cast<unsigned>(k),
            static_cast<unsigned>((step_index % k + k) % k),
            parameters.fraction_mode == FractionMode::unbiased,
            false,
            parameters.accuracy,
            tolerance_scale};
}

bool has_equal_parameters(const ForceSpec& a, const ForceSpec& b) {
    return a.gravity == b.gravity && a.softening == b.softening && a.fraction_denominator == b.fraction_denominator &&
           a.unbiased == b.unbiased && a.accuracy == b.accuracy;
}

bool is_force(const Operation& operation) { return operation.kind == Operation::Kind::force; }
bool is_drift(const Operation& operation) { return operation.kind == Operation::Kind::drift; }

// Returns the number of force evaluations per step. A force at the end of a step is also the first force of the next
// step, so it counts once.
std::size_t evaluations(const OperationList& list) {
    const auto all = static_cast<std::size_t>(std::ranges::count_if(list, is_force));
    return ends_with_force(list) ? all - 1 : all;
}

}  // namespace

StepExecutor::~StepExecutor() {
    try {
        parts_.device.queue.finish();
    } catch (const cl::Error&) {
        // A destructor must not throw. If the device is lost, the next OpenCL call reports the failure.
    }
}

// Returns true during the first force evaluation of a step if the integrator also evaluates the force at the end of
// each step. The first force is then evaluated only if the last force of the previous step cannot be reused.
bool StepExecutor::is_opening_force() const { return step_.operation == 0 && ends_with_force(operations()); }

// --- Steps ---

// Returns the parameters with which a step is computed: gas cannot go back in time, neither in steps nor in substeps,
// so that the leapfrog replaces the integrators that do.
SimulationParameters StepExecutor::for_gas(const SimulationParameters& parameters) const {
    SimulationParameters possible = parameters;
    if (moves_gas(parameters) && is_reversible(parameters.integrator)) possible.integrator = Integrator::leapfrog;
    return possible;
}

StepConfig StepExecutor::config(const SimulationParameters& parameters) const {
    return {step_parameters(parameters),       parts_.external_mass,
            parts_.solvers.number(),           parts_.tolerance.scale_for(parameters.accuracy),
            restart_of_perturbers(parameters), parts_.solvers.name()};
}

// Returns the restart of the perturbers' step density (number of perturber steps per unit of time) for a new step. The
// log has no density for steps before its beginning, so these steps are undone with the present density.
PerturberRestart StepExecutor::restart_of_perturbers(const SimulationParameters& parameters) const {
    const PerturberOrbits& orbits = parts_.device.perturbers.orbits();
    const PerturberRestart& last = orbits.clock().restart;
    if (step_.direction == Direction::backward && last.number > 0) return last;
    return orbits.restart_for(parameters.gravity, parameters.timestep);
}

void StepExecutor::begin_step(const SimulationParameters& parameters, Direction direction) {
    const long steps = position_.steps;
    step_.direction = direction;
    learn_from_last_step();
    parts_.device.perturbers.settle(parts_.device.particles);
    StepConfig with = config(parameters);
    if (direction == Direction::forward) {
        prepare(parameters);
        log_.record_step(steps, with);
        parts_.tolerance.set(with.tolerance_scale, parameters.accuracy);
    } else {
        if (!parts_.integers.holds()) prepare(parameters);
        if (!log_.has_step(steps - 1)) log_.prepend_step(with);
        with = log_.config_of(first_force_of(steps - 1));
    }
    step_.parameters = for_gas(with.parameters);
    step_.external_mass = with.external_mass;
    step_.restart = with.perturbers;
    step_.drifted = step_.last_drift = step_.kicked = 0;
    step_.forces = step_.drifts = 0;
    step_.gas_share = share_of_gas();
    if (parts_.integers.holds() && parts_.integers.may_overflow(step_.drift_time())) parts_.integers.widen();
    begin_first_force();
}

// Begins the first force of a step. If no parameter has changed, reuses the accelerations at the end of the previous
// step, forward or backward.
void StepExecutor::begin_first_force() {
    float tolerance_scale = parts_.tolerance.scale();
    if (step_.direction == Direction::backward) {
        const StepConfig& with = log_.config_of(last_force_of(position_.steps - 1));
        tolerance_scale = with.tolerance_scale;
        use_recorded_solver(with.solver);
    }
    const ForceSpec force = force_at(position_.steps, step_.parameters, tolerance_scale);
    if (ends_with_force(operations()) && force_.known && has_equal_parameters(*force_.known, force) &&
        force_.known->tolerance_scale == force.tolerance_scale)
        execute_from(1);
    else
        begin_force(0, force);
}

// Begins the second or a later force of a step. The log has one configuration for the first force of a step and one
// configuration for all later forces of the step. A backward step evaluates the forces of the undone step in reverse
// order: the last force that it evaluates is the first force of the undone step.
void StepExecutor::begin_inner_force(std::size_t operation) {
    const OperationList& list = operations();
    const bool is_last = std::none_of(list.begin() + operation + 1, list.end(), is_force);
    const long steps = position_.steps;
    ++step_.forces;
    if (step_.direction == Direction::backward) {
        const StepConfig& with = log_.config_of(is_last ? first_force_of(steps - 1) : last_force_of(steps - 1));
        use_recorded_solver(with.solver);
        parts_.tolerance.set(with.tolerance_scale, step_.parameters.accuracy);
        return begin_force(operation, force_at(is_last ? steps - 1 : steps, step_.parameters, with.tolerance_scale));
    }
    if (step_.forces == 1) parts_.tolerance.learn(steps, step_.parameters.accuracy);
    const float tolerance_scale = parts_.tolerance.scale();
    log_.record_last_force(steps, parts_.solvers.number(), tolerance_scale);
    begin_force(operation, force_at(steps + 1, step_.parameters, tolerance_scale));
}

// Executes the operations up to the next force evaluation or to the end of the step.
void StepExecutor::execute_from(std::size_t operation) {
    const OperationList& list = operations();
    std::size_t last_kick = 0;
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i].kind == Operation::Kind::kick) last_kick = i;
    is_changed_ = true;
    {
        const auto timed = parts_.device.particles.timer().measure("kick and drift");
        for (; operation < list.size() && !is_force(list[operation]); ++operation) {
            if (is_drift(list[operation]) && moves_gas(step_.parameters)) return begin_gas_drift(operation);
            execute(list[operation], operation == last_kick ? step_.parameters.damping : 1);
        }
    }
    if (operation < list.size())
        begin_inner_force(operation);
    else
        end_step();
}

// Executes one operation on the field bodies (device) and on the perturbers (CPU).
void StepExecutor::execute(const Operation& operation, double damping) {
    ParticleBuffers& particles = parts_.device.particles;
    Perturbers& perturbers = parts_.device.perturbers;
    Moves& moves = parts_.integers.holds() ? static_cast<Moves&>(parts_.integers) : parts_.floats;
    const cl::Buffer& accelerations = parts_.solvers.solver().accelerations();
    const double gravity = step_.parameters.gravity, timestep = step_.parameters.timestep;
    const double dt = operation.c * timestep;  // duration of the operation in a forward step, in model time
    switch (operation.kind) {
        case Operation::Kind::force:
            break;
        case Operation::Kind::kick:
            moves.kick(particles, accelerations, dt, step_.direction, damping);
            perturbers.kick(sign() * dt, damping);
            step_.kicked += operation.c;
            break;
        case Operation::Kind::drift:
            moves.drift(particles, accelerations, dt, step_.direction, operation.b);
            perturbers.drift(gravity, sign() * dt, step_.restart);
            if (operation.b != 0) perturbers.shift(operation.b * timestep * timestep);
            step_.drifted += operation.c;
            step_.last_drift = operation.c;
            ++step_.drifts;
            break;
        case Operation::Kind::external_kick:
            if (!step_.external_mass) break;
            perturbers.kick_external(*step_.external_mass, gravity, sign() * dt);
            moves.kick_external(particles, *step_.external_mass, gravity, dt, step_.direction);
            break;
    }
}

// Begins the drift of the gas that is the operation number `operation` of the current step. The other bodies drift
// when the gas has arrived, so that a picture of the incomplete drift shows all bodies at one time. The velocities
// belong to the moment up to which gravity has kicked.
void StepExecutor::begin_gas_drift(std::size_t operation) {
    const double timestep = step_.parameters.timestep;
    const auto [kind, c, b] = operations()[operation];
    step_.operation = operation;
    parts_.gas->begin(
        parts_.device.particles, parts_.solvers.solver().accelerations(), step_.parameters.gas.most_substeps,
        {.dt = c * timestep, .b_dt = b / c * timestep, .since = (step_.drifted - step_.kicked) * timestep});
}

// Computes a part of the drift of the gas. At its end, moves the other bodies and executes the following operations.
// Returns the number of interactions that take as long.
double StepExecutor::continue_gas_drift(double pairs) {
    const double rate = parts_.rate.pairs_per_second();
    const double seconds = rate > 0 ? pairs / rate : longest_round_seconds;
    const Clock::time_point start = Clock::now();
    const bool is_complete = [&] {
        const auto timed = parts_.device.particles.timer().measure("gas");
        return parts_.gas->continue_drift(seconds);
    }();
    const double taken = seconds_since(start);
    if (is_complete) {
        const std::size_t operation = *step_.operation;
        execute(operations()[operation], 1);
        parts_.gas->end(parts_.device.particles);
        execute_from(operation + 1);
    }
    return taken * rate;
}

void StepExecutor::end_step() {
    if (!ends_with_force(operations())) force_.known.reset();  // the positions have changed
    step_.operation.reset();
    position_.steps += sign();
    ++position_.completed;
    position_.time = log_.time_of(position_.steps);
    if (parts_.integers.holds() && step_.parameters.damping != 1) {
        parts_.integers.damp(parts_.device.particles, step_.parameters.damping);
        end_rewind("damping cannot be undone");
    }
    if (!end_rewind_after_step_.empty()) end_rewind(std::exchange(end_rewind_after_step_, {}));
    if (moves_gas(step_.parameters)) parts_.gas->form_stars(parts_.device.particles, step_.parameters, position_.time);
    if (force_.known) sample_if_due();
    const auto& [interval, store] = parts_.snapshots;
    if (interval > 0 && position_.steps % interval == 0 && step_.direction == Direction::forward) store();
}

void StepExecutor::prepare(const SimulationParameters& parameters) {
    IntegerColumns& integers = parts_.integers;
    if (moves_gas(parameters)) {
        range_.why_floats = gas_is_irreversible;
        integers.drop();
        return parts_.gas->prepare(parts_.device.particles, parameters);
    }
    if (parts_.gas) parts_.gas->forget();
    if (!is_reversible(parameters.integrator)) {
        if (integers.holds()) range_.why_floats = only_reversible;
        return integers.drop();
    }
    if (integers.holds() || range_.row_outside) return;
    const bool begins_here = position_.steps == log_.earliest();
    if (!integers.take(parts_.device.particles)) return;
    log_.end_rewind(position_.steps, position_.time,
                    begins_here ? "" : "the earlier steps were not computed by the reversible integrator");
    force_.known.reset();
    is_changed_ = true;
}

// --- Force evaluations ---

void StepExecutor::begin_force(std::optional<std::size_t> operation, const ForceSpec& force) {
    Solver& solver = parts_.solvers.solver();
    step_.operation = operation;
    if (force_.latest && !has_equal_parameters(*force_.latest, force)) parts_.tolerance.forget_errors();
    parts_.tolerance.meter().cancel();
    force_.latest = force_.known = force;
    solver.begin(parts_.device.particles.positions(), force);
    // starts to build the kernel that measures force errors, so that the kernel is ready for the first comparison
    if (solver.target_error() > 0) parts_.tolerance.meter().is_ready();
    force_.pairs = 0;
}

void StepExecutor::require_accelerations(const SimulationParameters& parameters) {
    if (!force_.known) require_force(parameters);
}

void StepExecutor::require_force(const SimulationParameters& parameters) {
    constexpr double least_pairs = 1e7;  // pairs per slice while the device's speed is unknown
    Solver& solver = parts_.solvers.solver();
    const ForceSpec force = force_at(position_.steps, parameters, parts_.tolerance.scale_for(parameters.accuracy));
    if (force_.known && has_equal_parameters(*force_.known, force)) return;
    const double pairs = std::max(least_pairs, parts_.rate.pairs_per_second() * longest_round_seconds);
    begin_force(std::nullopt, force);
    while (solver.done() < 1) {
        const Clock::time_point start = Clock::now();
        solver.enqueue_slice(pairs);
        parts_.device.queue.finish();
        solver.finish();
        solver.note_seconds(seconds_since(start));
    }
    compare_force();  // measures force errors, as after each force evaluation of a step
    enqueue_comparison(std::numeric_limits<double>::infinity());
    parts_.device.perturbers.add_accelerations(parts_.device.particles, solver.accelerations(), force.gravity);
}

// Begins a comparison with the direct sum. Only forces at the beginning or end of a step may adjust the tolerance,
// because forward and backward steps compute these forces at equal positions.
void StepExecutor::compare_force() {
    const OperationList& list = operations();
    const bool is_inner = step_.operation.value_or(0) > 0;
    const bool is_at_end = !is_inner || std::none_of(list.begin() + *step_.operation + 1, list.end(), is_force);
    const long step_index = position_.steps + (is_inner ? sign() : 0);
    const double rate = parts_.rate.pairs_per_second();
    parts_.tolerance.begin(parts_.solvers.solver(), *force_.known, step_index, is_at_end,
                           rate > 0 ? force_.pairs / rate : 0);
}

// Enqueues a slice of the comparison. The comparison is divided into slices because comparing 1,024 of a million
// bodies takes a CPU several tenths of a second.
double StepExecutor::enqueue_comparison(double pairs) {
    if (!parts_.tolerance.is_comparing()) return 0;
    const auto timed = parts_.device.particles.timer().measure("checks");
    return parts_.tolerance.enqueue(parts_.device.particles, parts_.solvers.solver(), *force_.known, pairs);
}

// Moves the perturbers on the CPU while the device computes forces, for about longest_round_seconds. Returns true when
// all moves of the perturbers are complete.
bool StepExecutor::settle_perturbers() {
    if (!parts_.device.perturbers.any() || step_.operation == 0) return true;
    is_changed_ = true;
    return parts_.device.perturbers.settle(
        parts_.device.particles, sign() * step_.last_drift * step_.parameters.timestep, longest_round_seconds);
}

double StepExecutor::enqueue_slice(const SimulationParameters& parameters, Direction direction, double pairs) {
    if (between_steps()) begin_step(parameters, direction);
    if (is_gas_moving()) return continue_gas_drift(pairs);
    RunDevice& device = parts_.device;
    Solver& solver = parts_.solvers.solver();
    double enqueued = 0;
    if (!parts_.tolerance.is_comparing()) {
        if (solver.done() < 1 || !device.perturbers.is_moving()) {
            const auto timed = device.particles.timer().measure("force");
            enqueued = solver.enqueue_slice(pairs);
        }
        force_.pairs += enqueued;
        if (!settle_perturbers() || solver.done() < 1) return enqueued;
        force_.last_pairs = force_.pairs;
        compare_force();
    }
    enqueued += enqueue_comparison(pairs - enqueued);
    if (parts_.tolerance.is_comparing()) return enqueued;
    device.perturbers.add_accelerations(device.particles, solver.accelerations(), force_.known->gravity);
    parts_.records.keep_wanted(device, solver, parts_.gas);
    if (step_.operation == 0) sample_if_due();  // here, positions, velocities and forces belong to one time
    execute_from(*step_.operation + 1);
    return enqueued;
}

// --- Solvers and the log ---

void StepExecutor::use(ReadySolver with) {
    while (is_gas_moving())
        parts_.device.particles.with_access([&] { continue_gas_drift(std::numeric_limits<double>::infinity()); });
    parts_.solvers.replace(std::move(with));
    parts_.records.clear_cells();
    parts_.tolerance.forget_errors();
    const bool is_forward = step_.direction == Direction::forward;
    if (is_opening_force() && is_forward)
        log_.record_step(position_.steps, {.parameters = step_parameters(step_.parameters),
                                           .external_mass = step_.external_mass,
                                           .solver = parts_.solvers.number(),
                                           .tolerance_scale = parts_.tolerance.scale(),
                                           .solver_name = parts_.solvers.name()});
    else if (step_.operation && is_forward)
        log_.record_last_force(position_.steps, parts_.solvers.number(), force_.known->tolerance_scale);
    // For the second and all later forces of a step, the log stores one common solver. So a change of the solver
    // between these forces cannot be undone.
    if (step_.operation && (!is_forward || step_.forces > 1))
        end_rewind(is_forward ? "the kernel was changed during a step"
                              : "the kernel was changed during a backward step");
    forget_lost_solvers();
    if (between_steps())
        force_.known.reset();
    else
        parts_.device.particles.with_access([&] { begin_force(*step_.operation, *force_.known); });
    parts_.rate = {};
}

SolverChoice StepExecutor::solver_choice() const {
    SolverChoice choice = parts_.solvers.choice();
    if (force_.known) choice.accuracy = force_.known->accuracy;
    return choice;
}

void StepExecutor::reload(const ReadAsset& read) {
    const RunDevice& device = parts_.device;
    ReadySolver solver = build_solver(device, solver_choice(), read);
    KernelContext context = device.kernel_context();
    context.read = read;
    const cl::Program step = build_step_program(context);
    FloatMoves floats{device.queue, step};
    parts_.integers.reload(read, step);
    parts_.device.perturbers.reload(read);
    const Rate rate = parts_.rate;
    use(std::move(solver));
    parts_.rate = rate;
    end_rewind("the kernels were edited");
    parts_.floats = std::move(floats);
    parts_.sampler.reload(read);
}

// Limits rewinding to the steps whose solvers still exist, because a step can only be undone with the solver that
// computed the step.
void StepExecutor::forget_lost_solvers() {
    const auto is_lost = [this](const RunChange& change) { return !parts_.solvers.has(change.config.solver); };
    RunLog past = log_.undoable_part();
    past.forget_after(position_.steps + (between_steps() ? 0 : 1));
    const std::vector<RunChange>& changes = past.changes();
    const auto last = std::find_if(changes.rbegin(), changes.rend(), is_lost);
    if (last == changes.rend()) return;
    const std::string why = "the kernels of the earlier steps are no longer available";
    if (last == changes.rbegin()) return log_.end_rewind(position_.steps, position_.time, why);
    const long force = std::prev(last)->force;
    log_.forget_before(step_of_force(force) + (force == last_force_of(step_of_force(force))), why);
}

void StepExecutor::append_future(const RunLog& path) {
    log_.forget_after(position_.steps);
    log_.append_future(path);
}

void StepExecutor::use_recorded_solver(int number) {
    if (number == parts_.solvers.number()) return;
    parts_.solvers.use(number);
    parts_.records.clear_cells();
    force_.known.reset();
}

// If the steps of the integrator do not end with a force evaluation, adjusts the tolerance scale to the force errors of
// the last step. Otherwise, the next force evaluation adjusts the tolerance scale.
void StepExecutor::learn_from_last_step() {
    if (!ends_with_force(operations())) parts_.tolerance.learn(position_.steps - 1, step_.parameters.accuracy);
}

void StepExecutor::end_rewind(const std::string& why) {
    if (between_steps())
        log_.end_rewind(position_.steps, position_.time, why);
    else
        end_rewind_after_step_ = why;
}

Rewind StepExecutor::rewind() const {
    if (!parts_.integers.holds()) return {position_.steps, position_.time, range_.why_floats};
    const long step = log_.earliest();
    return {step, step == position_.steps ? position_.time : log_.time_of(step), log_.rewind_limit_reason()};
}

// --- State ---

void StepExecutor::restart(double time, long steps) {
    parts_.solvers.solver().forget();
    parts_.records.clear();
    parts_.tolerance.restart();
    parts_.finite_check.restart();
    parts_.sampler.discard();
    parts_.sampler.budget().forgive();
    parts_.integers.drop();
    step_.operation.reset();
    step_.direction = Direction::forward;
    force_.known.reset();
    position_.time = time;
    position_.steps = steps;
    log_.restart(steps, time);
    range_ = {.why_floats = only_reversible};
    if (parts_.gas) parts_.gas->forget();
    end_rewind_after_step_.clear();
    parts_.device.perturbers.take(parts_.device.particles);
    is_changed_ = true;
}

IntegratorState StepExecutor::integrator_state() {
    learn_from_last_step();
    const Perturbers& perturbers = parts_.device.perturbers;
    return {log_,
            parts_.solvers.number(),
            range_.row_outside,
            parts_.tolerance.scale(),
            parts_.tolerance.accuracy(),
            perturbers.any() ? std::optional{perturbers.orbits().rows()} : std::nullopt,
            perturbers.orbits().clock()};
}

void StepExecutor::recall(const IntegratorState& state) {
    log_ = state.log;
    forget_lost_solvers();
    range_.row_outside = state.row_outside;
    parts_.tolerance.set(state.tolerance_scale, state.tolerance_scale_accuracy);
    if (state.perturbers)
        parts_.device.perturbers.hold(parts_.device.particles, *state.perturbers, state.perturber_clock);
}

// --- Measurements and pictures ---

// Begins an energy sample if a sample is due. Positions, velocities and accelerations must belong to one time.
void StepExecutor::sample_if_due() {
    if (!parts_.sampler.is_due() || step_.direction == Direction::backward) return;
    Solver& solver = parts_.solvers.solver();
    parts_.device.perturbers.settle(parts_.device.particles);
    parts_.device.queue.finish();
    solver.finish();
    parts_.sampler.begin_within_budget(parts_.device.particles,
                                       {position_.time, position_.steps, force_.known->gravity, force_.known->softening,
                                        parts_.gas ? parts_.gas->sample(step_.parameters) : GasSample{}},
                                       solver.holds_potentials() ? &solver.accelerations() : nullptr);
}

// Returns the model time by which a picture extrapolates the bodies. During a step, the time of the picture grows in
// proportion to the completed part of the step's work. The drifts that the step has already executed are subtracted: a
// leapfrog step drifts before its force, an Euler step after its force.
double StepExecutor::drawn_offset() const {
    if (between_steps() || is_opening_force()) return 0;
    return sign() * step_.parameters.timestep * (done() - step_.drifted);
}

// Returns the completed part of the current step's work, from 0 to 1.
double StepExecutor::done() const {
    const OperationList& list = operations();
    const double forces =
        static_cast<double>(step_.forces) + parts_.solvers.solver().done() - (ends_with_force(list) ? 1 : 0);
    const double by_forces = forces / static_cast<double>(evaluations(list));
    if (step_.gas_share == 0) return by_forces;
    const double drifts = static_cast<double>(step_.drifts) + (is_gas_moving() ? parts_.gas->done() : 0);
    return std::lerp(by_forces, drifts / static_cast<double>(std::ranges::count_if(list, is_drift)), step_.gas_share);
}

// Returns the part of the last step's duration that the gas took, or 0 if a step moves no gas.
double StepExecutor::share_of_gas() const {
    const double rate = parts_.rate.pairs_per_second();
    if (!moves_gas(step_.parameters) || rate == 0 || force_.last_pairs == 0) return 0;
    const double gas =
        parts_.gas->last_drift().seconds * static_cast<double>(std::ranges::count_if(operations(), is_drift));
    return gas / (gas + step_pairs() / rate);
}

double StepExecutor::step_pairs() const { return force_.last_pairs * static_cast<double>(evaluations(operations())); }

double StepExecutor::drawn_time() const {
    const double drifted = between_steps() ? 0 : step_.drifted;
    return position_.time + sign() * step_.parameters.timestep * drifted + drawn_offset();
}

}  // namespace milkomeda
