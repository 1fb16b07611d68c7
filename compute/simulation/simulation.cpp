#include "compute/simulation/simulation.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "compute/gravity/timing_cloud.hpp"
#include "compute/simulation/step_executor.hpp"
#include "data/base/clock.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

struct Simulation::Parts {
    std::unique_ptr<StepExecutor> executor;
    Checkpoints checkpoints;
    Probes probes;
    SolverSlot solver_slot;

    Parts(std::unique_ptr<StepExecutor> steps, const std::shared_ptr<const ParticleSet>& initial,
          const std::string& reason)
        : executor{std::move(steps)},
          checkpoints{executor.get(), initial},
          probes{executor.get(), reason},
          solver_slot{executor.get(), initial} {}
};

Simulation::Simulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared,
                       std::shared_ptr<const ParticleSet> initial, const ReadAsset& read,
                       const SolverChoice& solver)
    : initial_{std::move(initial)} {
    status_.tier = device_context.tier;
    status_.tier_reason = device_context.reason;
    status_.time = initial_->time;
    std::unique_ptr<StepExecutor> executor;
    if (device_context.tier != Tier::none) {
        status_.device = device_names(device_context);
        executor = std::make_unique<StepExecutor>(device_context, gl, shared, *initial_, read, solver);
    }
    executor_ = executor.get();
    parts_ = std::make_unique<Parts>(std::move(executor), initial_, device_context.reason);
    reset();
}

Simulation::Simulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared,
                       ParticleSet initial, const ReadAsset& read, const SolverChoice& solver)
    : Simulation{device_context, gl,    shared, std::make_shared<const ParticleSet>(std::move(initial)),
                 read,           solver} {}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Checkpoints& Simulation::checkpoints() const {
    return parts_->checkpoints;
}

Probes& Simulation::probes() const {
    return parts_->probes;
}

SolverSlot& Simulation::solver_slot() const {
    return parts_->solver_slot;
}

long Simulation::advance(const SimulationParameters& parameters, const FrameBudget& budget) {
    return run(parameters, Direction::forward, budget);
}

long Simulation::enqueue_steps(const SimulationParameters& parameters, long most_steps) {
    const bool can = executor_ && status_.tier == Tier::copied;  // who shares buffers draws from them
    return can ? executor_->go_ahead(parameters, most_steps) : 0;
}

long Simulation::go_back(const FrameBudget& budget) {
    if (!executor_ || budget.steps <= 0 || budget.seconds <= 0) return 0;
    executor_->finish_ahead();  // before it is known how far back it goes
    FrameBudget possible = budget;
    if (!is_between_steps() && executor_->direction == Direction::forward) {
        const Clock::time_point start = Clock::now();
        advance(executor_->latched, {.seconds = budget.seconds, .steps = 1});
        possible.seconds -= seconds_since(start);
    }
    const bool is_turned = is_between_steps() || executor_->direction == Direction::backward;
    if (!is_turned || !executor_->integers.holds()) return 0;
    possible.steps = std::min(budget.steps, executor_->steps - executor_->earliest());
    return run(executor_->latched, Direction::backward, possible);
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
    if (!executor_) return 0;
    const Clock::time_point start = Clock::now();
    if (executor_->finish_ahead()) {
        require_finite();
        note_range();
    }
    if (budget.steps <= 0 || budget.seconds <= 0) return 0;
    const bool turns = !is_between_steps() && executor_->direction != direction;
    const long first = executor_->completed + turns;
    const long last = first + std::min(budget.steps, std::numeric_limits<long>::max() - first);
    ParticleBuffers::DeviceAccess lease{executor_->particles};
    double remaining = budget.seconds;
    do {
        executor_->run_round(parameters, direction, remaining, last);
        require_finite();
        note_range();
        executor_->sum_potentials();
        remaining = budget.seconds - seconds_since(start);
    } while (executor_->completed < last && remaining > 0);
    lease.end();
    return std::max(0L, executor_->completed - first);
}

std::string Simulation::name_of_row(std::size_t row) const {
    const auto component = std::ranges::find_if(initial_->components,
                                                [&](const Component& c) { return row - c.first < c.count; });
    return "body " + std::to_string(initial_->ids[row]) +
           (component == initial_->components.end() ? "" : " (" + full_name(*component) + ")");
}

void Simulation::require_finite() const {
    const auto when = [&] {
        return " by t = " + short_number(executor_->time) + ", step " + std::to_string(executor_->steps) +
               ": ";
    };
    const PerturberOrbits& orbits = executor_->perturbers.orbits();
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
    const auto row = executor_->soundness.non_finite_row();
    if (!row) return;
    throw NonFiniteState(name_of_row(*row) + " is infinitely far or fast" + when() +
                         "try a smaller --dt or a larger --softening");
}

void Simulation::note_range() {
    if (executor_->integers.holds() || !executor_->row_outside || executor_->is_range_noted) return;
    executor_->is_range_noted = true;
    executor_->why_floats = name_of_row(*executor_->row_outside) +
                            " has left the range of integers by t = " + short_number(executor_->time) +
                            ", step " + std::to_string(executor_->steps) +
                            ": the run goes on in single precision";
    news_ = executor_->why_floats;
}

std::string Simulation::take_news() {
    return std::exchange(news_, {});
}

Rewind Simulation::rewind() const {
    if (!executor_) return {0, initial_->time, "nothing is computed"};
    const long step = executor_->earliest();
    return {step, step == executor_->steps ? executor_->time : executor_->log.time_of(step),
            executor_->rewind_limit_reason()};
}

const RunLog& Simulation::log() const {
    static const RunLog none;
    return executor_ ? executor_->log : none;
}

void Simulation::prepare(const SimulationParameters& parameters) {
    if (!executor_) return;
    if (!is_between_steps()) throw std::logic_error("prepare() in the middle of a step");
    ParticleBuffers::DeviceAccess lease{executor_->settled()};
    executor_->prepare(parameters);
    lease.end();
}

void Simulation::set_external_mass(const std::optional<ExternalMass>& mass) {
    if (executor_) executor_->external_mass = mass;
}

void Simulation::reset() {
    if (!executor_) return;
    ParticleBuffers::DeviceAccess lease{executor_->settled()};
    executor_->queue.finish();
    executor_->particles.write(initial_->positions, initial_->velocities);
    executor_->restart(initial_->time);
    lease.end();
}

SimulationStatus Simulation::status() const {
    SimulationStatus status = status_;
    if (executor_) {
        status.solver = executor_->solver->description();
        status.shares = executor_->solver->shares();
        status.time = executor_->time;
        status.steps = executor_->steps;
        status.pairs_per_second = executor_->rate.pairs_per_second();
        status.numbers = executor_->integers.holds() ? to_text(executor_->integers.format())
                         : executor_->row_outside    ? "single precision, since " + executor_->why_floats
                                                     : "single precision";
    }
    return status;
}

DrawnRows Simulation::drawn() {
    if (!executor_) return {initial_->time, 0, {}, {}};
    DrawnRows state;
    state.time_offset = executor_->drawn_offset();
    state.time = executor_->drawn_time();
    if (status_.tier == Tier::copied && executor_->host_is_stale) {
        ParticleBuffers::DeviceAccess lease{executor_->settled()};
        executor_->particles.read(executor_->host.positions(), executor_->host.velocities());
        lease.end();
        executor_->host_is_stale = false;
        state.positions = executor_->host.positions();
        state.velocities = executor_->host.velocities();
    }
    return state;
}

double Simulation::drawn_time() const {
    return executor_ ? executor_->drawn_time() : initial_->time;
}

bool Simulation::is_between_steps() const {
    return !executor_ || executor_->stage == StepExecutor::Stage::between_steps;
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
