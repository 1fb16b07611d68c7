#include "compute/simulation/simulation.hpp"

#include <algorithm>
#include <stdexcept>

#include "compute/gravity/timing_cloud.hpp"
#include "compute/simulation/engine.hpp"
#include "data/base/clock.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

Simulation::Simulation(const DeviceContext& device_context, const GlSide& gl, SharedBuffers shared,
                       std::shared_ptr<const Particles> initial, const ReadAsset& read,
                       const SolverChoice& solver)
    : initial_{std::move(initial)} {
    status_.tier = device_context.tier;
    status_.tier_reason = device_context.reason;
    status_.time = initial_->time;
    if (device_context.tier == Tier::none) return;
    status_.device = device_names(device_context);
    engine_ = std::make_unique<Engine>(device_context, gl, shared, initial_->size(), read, solver);
    reset();
}

Simulation::Simulation(const DeviceContext& device_context, const GlSide& gl, SharedBuffers shared,
                       Particles initial, const ReadAsset& read, const SolverChoice& solver)
    : Simulation{device_context, gl,    shared, std::make_shared<const Particles>(std::move(initial)),
                 read,           solver} {}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

long Simulation::advance(const SimulationParameters& parameters, const FrameBudget& budget) {
    if (!engine_ || budget.steps <= 0 || budget.seconds <= 0) return 0;
    const Clock::time_point start = Clock::now();
    const long first_step = engine_->steps;
    const long last_step = first_step + std::min(budget.steps, std::numeric_limits<long>::max() - first_step);
    ParticleBuffers::Lease lease{engine_->particles};
    double remaining = budget.seconds;
    do {
        engine_->run_round(parameters, remaining, last_step);
        require_sound();
        engine_->sum_potentials();
        remaining = budget.seconds - seconds_since(start);
    } while (engine_->steps < last_step && remaining > 0);
    lease.end();
    return engine_->steps - first_step;
}

void Simulation::require_sound() const {
    const auto row = engine_->soundness.unsound_row();
    if (!row) return;
    const auto component = std::ranges::find_if(initial_->components,
                                                [&](const Component& c) { return *row - c.first < c.count; });
    throw UnsoundState("body " + std::to_string(initial_->ids[*row]) +
                       (component == initial_->components.end() ? "" : " (" + full_name(*component) + ")") +
                       " is infinitely far or fast by t = " + short_number(engine_->time) + ", step " +
                       std::to_string(engine_->steps) + ": try a smaller --dt or a larger --softening");
}

void Simulation::record_into(Timeline* timeline) {
    if (engine_) engine_->particles.timer().record_into(timeline);
}

void Simulation::visit(const std::optional<VisitingBody>& body) {
    if (engine_) engine_->visitor = body;
}

void Simulation::reset() {
    if (!engine_) return;
    ParticleBuffers::Lease lease{engine_->particles};
    engine_->queue.finish();
    engine_->particles.write(initial_->positions, initial_->velocities);
    engine_->restart(initial_->time);
    lease.end();
}

void Simulation::reload(const ReadAsset& read) {
    if (!engine_) return;
    const DeviceContext& place = engine_->device_context;
    const std::size_t bodies = initial_->size();
    auto solver = engine_->build(engine_->choice(), read);
    Integration integration{build_step_program(*place.context, *place.device, read)};
    StateMeter meter{*place.context, *place.device, engine_->queue, bodies, read};

    engine_->replace(std::move(solver));
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
    }
    return status;
}

DrawnState Simulation::drawn() {
    if (!engine_) return {initial_->time, 0, {}, {}};
    DrawnState state;
    state.time_offset = engine_->drawn_offset();
    state.time = engine_->drawn_time();
    if (status_.tier == Tier::copied && engine_->host_is_stale) {
        ParticleBuffers::Lease lease{engine_->particles};
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
    return !engine_ || engine_->stage == Engine::Stage::between_steps;
}

Particles Simulation::read() const {
    Particles now = *initial_;
    if (!engine_) return now;
    if (!synchronised()) throw std::logic_error("read() in the middle of a step");
    ParticleBuffers::Lease lease{engine_->particles};
    engine_->particles.read(now.positions, now.velocities);
    lease.end();
    now.time = engine_->time;
    return now;
}

void Simulation::begin_state() {
    if (!engine_) return;
    if (!synchronised()) throw std::logic_error("begin_state() in the middle of a step");
    ParticleBuffers::Lease lease{engine_->particles};
    engine_->state_copy.begin(engine_->particles, engine_->time, engine_->steps);
    lease.end();
}

bool Simulation::move_state(WholeState& state) {
    return engine_ && engine_->state_copy.move_into(state);
}

void Simulation::go_on_from(const WholeState& state) {
    if (!engine_) return;
    ParticleBuffers::Lease lease{engine_->particles};
    engine_->queue.finish();
    engine_->particles.write(state.positions, state.velocities);
    engine_->restart(state.time);
    engine_->steps = state.steps;
    lease.end();
}

MeasuredState Simulation::measure_now(const SimulationParameters& parameters) {
    if (!engine_) throw std::runtime_error("energies need an OpenCL device: " + status_.tier_reason);
    if (!synchronised()) throw std::logic_error("measure_now() in the middle of a step");
    ParticleBuffers::Lease lease{engine_->particles};
    MeasuredState state = engine_->measure_now(parameters);
    lease.end();
    return state;
}

void Simulation::measure(double share) {
    if (engine_) engine_->measuring.allow(share);
}

std::optional<MeasuredState> Simulation::take_measured() {
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
    measure(parameters, &Engine::keep_accelerations);
}

void Simulation::measure(const SimulationParameters& parameters, void (Engine::*keep)()) {
    if (!engine_) return;
    if (!synchronised()) throw std::logic_error("a force is measured in the middle of a step");
    ParticleBuffers::Lease lease{engine_->particles};
    engine_->complete_force(parameters);
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
    measure(parameters, &Engine::keep_cells);
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
    ParticleBuffers::Lease lease{engine_->particles};
    engine_->queue.enqueueReadBuffer(engine_->particles.positions(), CL_TRUE, first * sizeof(Float4),
                                     count * sizeof(Float4), rows.data());
    lease.end();
    return rows;
}

double Simulation::rms_distance(Simulation& other) {
    if (!synchronised() || !other.synchronised())
        throw std::logic_error("rms_distance() in the middle of a step");
    ParticleBuffers::Lease lease{engine_->particles}, of_other{other.engine_->particles};
    const double rms = engine_->distance_meter.rms(engine_->particles, other.engine_->particles);
    of_other.end();
    lease.end();
    return rms;
}

double measure_step_seconds(const DeviceContext& device_context, const ReadAsset& read, std::size_t bodies,
                            SolverChoice solver, const SimulationParameters& parameters) {
    constexpr double timed_seconds = 0.05;
    Particles sphere;
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
