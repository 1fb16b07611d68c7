#include "compute/simulation/simulation.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "compute/gravity/timing_cloud.hpp"
#include "compute/simulation/step_executor.hpp"
#include "data/base/clock.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

Simulation::Simulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared,
                       std::shared_ptr<const ParticleSet> initial, const ReadAsset& read,
                       const SolverChoice& solver)
    : initial_{std::move(initial)} {
    status_.tier = device_context.tier;
    status_.tier_reason = device_context.reason;
    status_.time = initial_->time;
    if (device_context.tier == Tier::none) return;
    status_.device = device_names(device_context);
    engine_ = std::make_unique<StepExecutor>(device_context, gl, shared, *initial_, read, solver);
    reset();
}

Simulation::Simulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared,
                       ParticleSet initial, const ReadAsset& read, const SolverChoice& solver)
    : Simulation{device_context, gl,    shared, std::make_shared<const ParticleSet>(std::move(initial)),
                 read,           solver} {}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

long Simulation::advance(const SimulationParameters& parameters, const FrameBudget& budget) {
    return run(parameters, Direction::forward, budget);
}

long Simulation::go_ahead(const SimulationParameters& parameters, long most_steps) {
    const bool can = engine_ && status_.tier == Tier::copied;  // who shares buffers draws from them
    return can ? engine_->go_ahead(parameters, most_steps) : 0;
}

// What was enqueued ahead is done, and known.
ParticleBuffers& Simulation::settled() const {
    engine_->finish_ahead();
    return engine_->particles;
}

long Simulation::go_back(const FrameBudget& budget) {
    if (!engine_ || budget.steps <= 0 || budget.seconds <= 0) return 0;
    settled();  // before it is known how far back it goes
    FrameBudget possible = budget;
    if (!synchronised() && engine_->direction == Direction::forward) {
        const Clock::time_point start = Clock::now();
        advance(engine_->latched, {.seconds = budget.seconds, .steps = 1});
        possible.seconds -= seconds_since(start);
    }
    const bool is_turned = synchronised() || engine_->direction == Direction::backward;
    if (!is_turned || !engine_->integers.holds()) return 0;
    possible.steps = std::min(budget.steps, engine_->steps - engine_->earliest());
    return run(engine_->latched, Direction::backward, possible);
}

long Simulation::go_back(const SimulationParameters& before, const FrameBudget& budget) {
    if (before.integrator != Integrator::reversible)
        throw std::invalid_argument("the integrator " + std::string{name_of(before.integrator)} +
                                    " does not go back; reversible does");
    if (before.damping != 1)
        throw std::invalid_argument("damping cannot be undone; without it a run goes back");
    return run(before, Direction::backward, budget);
}

long Simulation::run(const SimulationParameters& parameters, Direction direction, const FrameBudget& budget) {
    if (!engine_) return 0;
    const Clock::time_point start = Clock::now();
    if (engine_->finish_ahead()) {
        require_sound();
        note_range();
    }
    if (budget.steps <= 0 || budget.seconds <= 0) return 0;
    const bool turns = !synchronised() && engine_->direction != direction;
    const long first = engine_->completed + turns;
    const long last = first + std::min(budget.steps, std::numeric_limits<long>::max() - first);
    ParticleBuffers::DeviceAccess lease{engine_->particles};
    double remaining = budget.seconds;
    do {
        engine_->run_round(parameters, direction, remaining, last);
        require_sound();
        note_range();
        engine_->sum_potentials();
        remaining = budget.seconds - seconds_since(start);
    } while (engine_->completed < last && remaining > 0);
    lease.end();
    return std::max(0L, engine_->completed - first);
}

std::string Simulation::name_of_row(std::size_t row) const {
    const auto component = std::ranges::find_if(initial_->components,
                                                [&](const Component& c) { return row - c.first < c.count; });
    return "body " + std::to_string(initial_->ids[row]) +
           (component == initial_->components.end() ? "" : " (" + full_name(*component) + ")");
}

void Simulation::require_sound() const {
    const auto when = [&] {
        return " by t = " + short_number(engine_->time) + ", step " + std::to_string(engine_->steps) + ": ";
    };
    const PerturberOrbits& orbits = engine_->perturbers.orbits();
    const auto name_of_perturber = [&](std::size_t i) {
        return initial_->components[initial_->components.size() - orbits.size() + i].name;
    };
    if (const auto& pair = orbits.too_near())
        throw NonFiniteState(name_of_perturber(pair->first) + " and " + name_of_perturber(pair->second) +
                           " are so near that one step takes millions of their own" + when() +
                           "try a smaller --dt, or move them apart");
    if (const auto outside = orbits.outside())
        throw NonFiniteState(name_of_perturber(*outside) + " is infinitely far or fast" + when() +
                           "try a smaller --dt");
    const auto row = engine_->soundness.non_finite_row();
    if (!row) return;
    throw NonFiniteState(name_of_row(*row) + " is infinitely far or fast" + when() +
                       "try a smaller --dt or a larger --softening");
}

void Simulation::note_range() {
    if (engine_->integers.holds() || !engine_->row_outside || engine_->is_range_noted) return;
    engine_->is_range_noted = true;
    engine_->why_floats = name_of_row(*engine_->row_outside) +
                          " has left the range of integers by t = " + short_number(engine_->time) +
                          ", step " + std::to_string(engine_->steps) +
                          ": the run goes on in single precision";
    news_ = engine_->why_floats;
}

std::string Simulation::take_news() {
    return std::exchange(news_, {});
}

Rewind Simulation::rewind() const {
    if (!engine_) return {0, initial_->time, "nothing is computed"};
    const long step = engine_->earliest();
    return {step, step == engine_->steps ? engine_->time : engine_->log.time_of(step),
            engine_->rewind_limit_reason()};
}

const RunLog& Simulation::log() const {
    static const RunLog none;
    return engine_ ? engine_->log : none;
}

int Simulation::solver_number() const {
    return engine_ ? engine_->solver_number() : 0;
}

std::optional<SimulationParameters> Simulation::parameters_at(long step) const {
    if (!log().has_step(step)) return std::nullopt;
    return log().config_of(first_force_of(step)).parameters;
}

bool Simulation::has_kernels_for(const SimulationParameters& parameters) const {
    return !engine_ || parameters.integrator != Integrator::reversible || engine_->integers.is_ready();
}

void Simulation::get_ready(const SimulationParameters& parameters) {
    if (!engine_) return;
    if (parameters.integrator == Integrator::reversible)
        engine_->integers.get_ready(choose_fixed_point(initial_->positions, initial_->velocities));
    if (parameters.fraction_denominator > 1 || engine_->solver->target_error() > 0)
        engine_->error_meter.get_ready();
}

void Simulation::prepare(const SimulationParameters& parameters) {
    if (!engine_) return;
    if (!synchronised()) throw std::logic_error("prepare() in the middle of a step");
    ParticleBuffers::DeviceAccess lease{settled()};
    engine_->prepare(parameters);
    lease.end();
}

void Simulation::record_into(FrameProfiler* profiler) {
    if (engine_) engine_->particles.timer().record_into(profiler);
}

void Simulation::set_external_mass(const std::optional<ExternalMass>& body) {
    if (engine_) engine_->external_mass = body;
}

void Simulation::reset() {
    if (!engine_) return;
    ParticleBuffers::DeviceAccess lease{settled()};
    engine_->queue.finish();
    engine_->particles.write(initial_->positions, initial_->velocities);
    engine_->restart(initial_->time);
    lease.end();
}

void Simulation::reload(const ReadAsset& read) {
    if (!engine_) return;
    const DeviceContext& place = engine_->device_context;
    auto solver = engine_->build(engine_->choice(), read);
    Integration integration{build_step_program(*place.context, *place.device, read)};
    EnergySampler meter{*place.context,
                     *place.device,
                     engine_->queue,
                     initial_->size(),
                     engine_->perturbers.softenings(),
                     read};

    engine_->integers.reload(read);
    engine_->perturbers.reload(read);
    engine_->replace(std::move(solver));
    engine_->end_rewind("the kernels were edited");
    engine_->integration = std::move(integration);
    engine_->state_meter = std::move(meter);
}

ReadySolver Simulation::build(const SolverChoice& choice, const ReadAsset& read) const {
    return engine_->build(choice, read);
}

void Simulation::use(ReadySolver solver) {
    engine_->replace(std::move(solver));
    engine_->rate = {};
}

SolverChoice Simulation::solver() const {
    return engine_ ? engine_->choice() : SolverChoice{};
}

SimulationStatus Simulation::status() const {
    SimulationStatus status = status_;
    if (engine_) {
        status.solver = engine_->solver->description();
        status.shares = engine_->solver->shares();
        status.time = engine_->time;
        status.steps = engine_->steps;
        status.pairs_per_second = engine_->rate.pairs_per_second();
        status.numbers = engine_->integers.holds() ? to_text(engine_->integers.format())
                         : engine_->row_outside    ? "single precision, since " + engine_->why_floats
                                                   : "single precision";
    }
    return status;
}

DrawnRows Simulation::drawn() {
    if (!engine_) return {initial_->time, 0, {}, {}};
    DrawnRows state;
    state.time_offset = engine_->drawn_offset();
    state.time = engine_->drawn_time();
    if (status_.tier == Tier::copied && engine_->host_is_stale) {
        ParticleBuffers::DeviceAccess lease{settled()};
        engine_->particles.read(engine_->host.positions(), engine_->host.velocities());
        lease.end();
        engine_->host_is_stale = false;
        state.positions = engine_->host.positions();
        state.velocities = engine_->host.velocities();
    }
    return state;
}

double Simulation::drawn_time() const {
    return engine_ ? engine_->drawn_time() : initial_->time;
}

bool Simulation::synchronised() const {
    return !engine_ || engine_->stage == StepExecutor::Stage::between_steps;
}

ParticleSet Simulation::read() const {
    ParticleSet now = *initial_;
    if (!engine_) return now;
    if (!synchronised()) throw std::logic_error("read() in the middle of a step");
    ParticleBuffers::DeviceAccess lease{settled()};
    engine_->particles.read(now.positions, now.velocities);
    lease.end();
    now.time = engine_->time;
    return now;
}

void Simulation::begin_state(bool to_go_on) {
    if (!engine_) return;
    if (!synchronised()) throw std::logic_error("begin_state() in the middle of a step");
    ParticleBuffers::DeviceAccess lease{settled()};
    Checkpoint beside{engine_->time, engine_->steps, {}, {}};
    // Rows of floats have not all of their digits: who goes on from those is on another way.
    if (engine_->integers.holds()) beside.integers = engine_->integers.read();
    if (to_go_on) {
        beside.memory = engine_->memory();
        beside.memory->log.forget_after(beside.steps);
    }
    engine_->state_copy.begin(engine_->particles, std::move(beside));
    lease.end();
}

bool Simulation::move_state(Checkpoint& state) {
    return engine_ && engine_->state_copy.move_into(state);
}

void Simulation::go_on_from(const Checkpoint& state) {
    if (!engine_) return;
    ParticleBuffers::DeviceAccess lease{settled()};
    engine_->queue.finish();
    engine_->particles.write(state.positions, state.velocities);
    engine_->go_on_from(state);
    lease.end();
}

DeviceSnapshot Simulation::store() {
    if (!engine_) return {};
    if (!synchronised()) throw std::logic_error("store() in the middle of a step");
    ParticleBuffers::DeviceAccess lease{settled()};
    DeviceSnapshot state = engine_->store();
    lease.end();
    return state;
}

void Simulation::store_every(long steps) {
    if (engine_) engine_->store_every = steps;
}

std::vector<DeviceSnapshot> Simulation::take_stored() {
    return engine_ ? std::exchange(engine_->stored, {}) : std::vector<DeviceSnapshot>{};
}

bool Simulation::move_to_host(const DeviceSnapshot& state) {
    return state.rows->move_to_host(engine_->queue);
}

void Simulation::go_back_to(const DeviceSnapshot& state) {
    ParticleBuffers::DeviceAccess lease{settled()};
    engine_->go_back_to(state);
    lease.end();
}

std::size_t Simulation::room_for_states() const {
    if (!engine_) return 0;
    const auto all = handle_of(*engine_->device_context.device).getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    const std::size_t used = engine_->particles.size() * bytes_per_body;
    return all > used ? (all - used) / 4 : 0;
}

Checkpoint Simulation::whole_state() const {
    ParticleSet now = read();
    Checkpoint state{now.time, 0, std::move(now.positions), std::move(now.velocities)};
    if (!engine_) return state;
    state.steps = engine_->steps;
    if (engine_->integers.holds()) state.integers = engine_->integers.read();
    state.memory = engine_->memory();
    state.memory->log.forget_after(state.steps);
    return state;
}

EnergySample Simulation::measure_now(const SimulationParameters& parameters) {
    if (!engine_) throw std::runtime_error("energies need an OpenCL device: " + status_.tier_reason);
    if (!synchronised()) throw std::logic_error("measure_now() in the middle of a step");
    ParticleBuffers::DeviceAccess lease{settled()};
    EnergySample state = engine_->measure_now(parameters);
    lease.end();
    return state;
}

void Simulation::measure(double share) {
    if (engine_) engine_->measuring.allow(share);
}

std::optional<EnergySample> Simulation::take_measured() {
    return engine_ ? engine_->state_meter.take() : std::nullopt;
}

void Simulation::note_measuring(double seconds) {
    if (engine_) engine_->measuring.spend(seconds);
}

MeasuringCost Simulation::measuring_cost() const {
    if (!engine_) return {};
    return {engine_->measuring.spent(), engine_->measuring.worked()};
}

void Simulation::measure_accelerations(const SimulationParameters& parameters) {
    measure(parameters, &StepExecutor::keep_accelerations);
}

void Simulation::measure(const SimulationParameters& parameters, void (StepExecutor::*keep)()) {
    if (!engine_) return;
    if (!synchronised()) throw std::logic_error("a force is measured in the middle of a step");
    ParticleBuffers::DeviceAccess lease{settled()};
    if (!engine_->known_force) engine_->complete_force(parameters);
    (*engine_.*keep)();
    lease.end();
}

void Simulation::want_accelerations() {
    if (engine_) engine_->accelerations_wanted = true;
}

std::span<const float> Simulation::acceleration_magnitudes() const {
    if (!engine_) return {};
    return engine_->acceleration_magnitudes;
}

void Simulation::measure_cells(const SimulationParameters& parameters) {
    measure(parameters, &StepExecutor::keep_cells);
}

void Simulation::want_cells() {
    if (engine_) engine_->cells_wanted = true;
}

std::span<const TreeCell> Simulation::cells() const {
    if (!engine_) return {};
    return engine_->cells;
}

std::optional<ForceErrors> Simulation::force_errors() const {
    return engine_ ? engine_->error_meter.errors() : std::nullopt;
}

void Simulation::want_force_errors() {
    if (engine_) engine_->errors_wanted = true;
}

std::vector<Float4> Simulation::positions(std::size_t first, std::size_t count) const {
    if (!synchronised()) throw std::logic_error("positions() in the middle of a step");
    std::vector<Float4> rows(count);
    ParticleBuffers::DeviceAccess lease{settled()};
    engine_->queue.enqueueReadBuffer(engine_->particles.positions(), CL_TRUE, first * sizeof(Float4),
                                     count * sizeof(Float4), rows.data());
    lease.end();
    return rows;
}

void Simulation::get_ready_to_compare() {
    if (engine_) engine_->distance_meter.get_ready();
}

double Simulation::rms_distance(Simulation& other) {
    if (!synchronised() || !other.synchronised())
        throw std::logic_error("rms_distance() in the middle of a step");
    ParticleBuffers::DeviceAccess lease{settled()}, of_other{other.settled()};
    const double rms = engine_->distance_meter.rms(engine_->particles, other.engine_->particles);
    of_other.end();
    lease.end();
    return rms;
}

double measure_step_seconds(const DeviceContext& device_context, const ReadAsset& read, std::size_t bodies,
                            SolverChoice solver, const SimulationParameters& parameters) {
    constexpr double timed_seconds = 0.05;
    ParticleSet sphere;
    sphere.positions = timing_sphere(bodies);
    sphere.velocities.resize(bodies);
    DeviceContext own_buffers = device_context;
    own_buffers.tier = Tier::copied;
    solver.accuracy = parameters.accuracy;
    Simulation simulation{own_buffers, {}, {}, std::move(sphere), read, solver};
    simulation.advance(parameters, {.steps = 2});  // learns
    const Clock::time_point start = Clock::now();
    long steps = 0;
    do steps += simulation.advance(parameters, {.steps = 1});
    while (seconds_since(start) < timed_seconds);
    return seconds_since(start) / static_cast<double>(steps);
}

}  // namespace milkomeda
