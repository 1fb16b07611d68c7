#include "compute/simulation/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compute/gravity/timing_cloud.hpp"
#include "compute/simulation/device_run.hpp"
#include "data/base/clock.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

namespace {

std::string gas_text(const GasSteps& gas, bool is_moved, bool are_several_devices) {
    std::string text = fmt::format("{} particles", gas.size());
    if (gas.stars() > 0)
        text += fmt::format(" and {} star{} that formed from gas", gas.stars(), gas.stars() == 1 ? "" : "s");
    if (!is_moved) return text + ", which move like stars";
    if (are_several_devices) text += ", computed by the first device alone";
    const auto [seconds, substeps, is_limited] = gas.last_drift();
    if (substeps == 0) return text;
    return fmt::format("{}, {} substep{} in the last step{}", text, substeps, substeps == 1 ? "" : "s",
                       is_limited ? ", but dense or fast gas needs more: increase the gas substeps" : "");
}

}  // namespace

struct Simulation::Parts {
    Parts(std::unique_ptr<DeviceRun> device_run, const std::shared_ptr<const ParticleSet>& initial,
          const std::string& reason)
        : run{std::move(device_run)},
          checkpoints{run.get(), initial},
          probes{run.get(), reason},
          solver_slot{run.get(), initial} {}

    std::unique_ptr<DeviceRun> run;  // null for Tier::none
    Checkpoints checkpoints;
    Probes probes;
    SolverSlot solver_slot;
};

Simulation::Simulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared,
                       std::shared_ptr<const ParticleSet> initial, const ReadAsset& read, const SolverChoice& solver)
    : initial_{std::move(initial)} {
    status_.tier = device_context.tier;
    status_.tier_reason = device_context.reason;
    status_.time = initial_->time;
    std::unique_ptr<DeviceRun> run;
    if (device_context.tier != Tier::none) {
        status_.device = device_names(device_context);
        run = std::make_unique<DeviceRun>(device_context, gl, shared, *initial_, read, solver);
    }
    run_ = run.get();
    parts_ = std::make_unique<Parts>(std::move(run), initial_, device_context.reason);
    reset();
}

Simulation::Simulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared,
                       ParticleSet initial, const ReadAsset& read, const SolverChoice& solver)
    : Simulation{device_context, gl, shared, std::make_shared<const ParticleSet>(std::move(initial)), read, solver} {}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Checkpoints& Simulation::checkpoints() const { return parts_->checkpoints; }

Probes& Simulation::probes() const { return parts_->probes; }

SolverSlot& Simulation::solver_slot() const { return parts_->solver_slot; }

long Simulation::advance(const SimulationParameters& parameters, const FrameBudget& budget) {
    return run(parameters, Direction::forward, budget);
}

// Returns 0 in the shared tier, because OpenGL draws from the buffers that the steps change.
long Simulation::enqueue_steps(const SimulationParameters& parameters, long most_steps) {
    const bool can = run_ && status_.tier == Tier::copied;
    return can ? run_->rounds.enqueue_ahead(parameters, most_steps) : 0;
}

long Simulation::go_back(const FrameBudget& budget) {
    if (!run_ || budget.steps <= 0 || budget.seconds <= 0) return 0;
    StepExecutor& executor = run_->executor;
    run_->rounds.finish_ahead();  // must precede rewind(), whose result depends on the enqueued steps
    FrameBudget possible = budget;
    const auto is_forward = [&] { return executor.step().direction == Direction::forward; };
    if (!is_between_steps() && is_forward()) {
        const Clock::time_point start = Clock::now();
        advance(SimulationParameters{executor.step().parameters}, {.seconds = budget.seconds, .steps = 1});
        possible.seconds -= seconds_since(start);
    }
    const bool is_turned = is_between_steps() || !is_forward();
    if (!is_turned || !run_->parts.integers.holds()) return 0;
    possible.steps = std::min(budget.steps, executor.position().steps - executor.rewind().step);
    return run(SimulationParameters{executor.step().parameters}, Direction::backward, possible);
}

long Simulation::go_back(const SimulationParameters& before, const FrameBudget& budget) {
    if (!is_reversible(before.integrator))
        throw std::invalid_argument(fmt::format(
            "the integrator {} cannot undo steps: choose the integrator \"reversible\"", name_of(before.integrator)));
    if (run_ && run_->executor.moves_gas(before))
        throw std::invalid_argument("gas cannot go back in time: set gas to off");
    if (before.damping != 1) throw std::invalid_argument("damping cannot be undone: set damping to 1");
    return run(before, Direction::backward, budget);
}

long Simulation::run(const SimulationParameters& parameters, Direction direction, const FrameBudget& budget) {
    if (!run_) return 0;
    const Clock::time_point start = Clock::now();
    StepExecutor& executor = run_->executor;
    if (run_->rounds.finish_ahead()) {
        require_finite();
        note_range();
    }
    if (budget.steps <= 0 || budget.seconds <= 0) return 0;
    const bool turns = !is_between_steps() && executor.step().direction != direction;
    const long first = executor.position().completed + turns;
    const long last = first + std::min(budget.steps, std::numeric_limits<long>::max() - first);
    run_->parts.device.particles.with_access([&] {
        double remaining = budget.seconds;
        do {
            run_->rounds.run(parameters, direction, remaining, last);
            require_finite();
            note_range();
            run_->parts.sampler.sum_within_budget();
            remaining = budget.seconds - seconds_since(start);
        } while (executor.position().completed < last && remaining > 0);
    });
    return std::max(0L, executor.position().completed - first);
}

std::string Simulation::name_of_row(std::size_t row) const {
    const auto component =
        std::ranges::find_if(initial_->components, [&](const Component& c) { return row - c.first < c.count; });
    return fmt::format("body {}{}", initial_->ids[row],
                       component == initial_->components.end() ? "" : fmt::format(" ({})", full_name(*component)));
}

// Returns the present model time and step index for messages.
std::string Simulation::present_time() const {
    const StepExecutor::Position& now = run_->executor.position();
    return fmt::format("t = {}, step {}", short_number(now.time), now.steps);
}

void Simulation::require_finite() const {
    const PerturberOrbits& orbits = run_->parts.device.perturbers.orbits();
    const auto name_of_perturber = [&](std::size_t i) {
        return initial_->components[initial_->components.size() - orbits.size() + i].name;
    };
    if (const auto& pair = orbits.too_near())
        throw NonFiniteState(
            fmt::format("{} and {} are so close at {} that one step needs millions of substeps: try a "
                        "smaller --dt, or move them apart",
                        name_of_perturber(pair->first), name_of_perturber(pair->second), present_time()));
    constexpr const char* infinite = "{} is infinitely far or fast at {}: try a smaller --dt{}";
    if (const auto outside = orbits.outside())
        throw NonFiniteState(fmt::format(infinite, name_of_perturber(*outside), present_time(), ""));
    if (const auto row = run_->parts.finite_check.non_finite_row())
        throw NonFiniteState(fmt::format(infinite, name_of_row(*row), present_time(), " or a larger --softening"));
}

void Simulation::note_range() {
    StepExecutor::IntegerRange& range = run_->executor.range();
    if (range.row_widening && !std::exchange(range.is_widening_reported, true))
        news_ = {fmt::format("{} has left the range of 32-bit integers at {}: the run continues with 64-bit integers "
                             "and can still go back exactly",
                             name_of_row(*range.row_widening), present_time()),
                 true};
    if (run_->parts.integers.holds() || !range.row_outside || range.is_reported) return;
    range.is_reported = true;
    range.why_floats =
        fmt::format("{} has left the range of the reversible integrator at {}: the run continues in single precision",
                    name_of_row(*range.row_outside), present_time());
    news_ = {range.why_floats, false};
}

Rewind Simulation::rewind() const {
    if (!run_) return {0, initial_->time, "the run has no OpenCL device"};
    return run_->executor.rewind();
}

const RunLog& Simulation::log() const {
    static const RunLog none;
    return run_ ? run_->executor.log() : none;
}

void Simulation::append_future(const RunLog& path) {
    if (run_) run_->executor.append_future(path);
}

void Simulation::prepare(const SimulationParameters& parameters) {
    if (run_) run_->between_steps("prepare", [&] { run_->executor.prepare(parameters); });
}

void Simulation::set_external_mass(const std::optional<ExternalMass>& mass) {
    if (run_) run_->parts.external_mass = mass;
}

void Simulation::reset() {
    if (!run_) return;
    run_->with_access([&] {
        run_->parts.device.queue.finish();
        run_->parts.device.particles.write(initial_->positions, initial_->velocities);
        run_->executor.restart(initial_->time);
    });
}

SimulationStatus Simulation::status() const {
    SimulationStatus status = status_;
    if (!run_) return status;
    const IntegerColumns& integers = run_->parts.integers;
    const StepExecutor::IntegerRange& range = run_->executor.range();
    status.solver = run_->parts.solvers.solver().description();
    status.shares = run_->parts.solvers.solver().shares();
    status.time = run_->executor.position().time;
    status.steps = run_->executor.position().steps;
    status.pairs_per_second = run_->parts.rate.pairs_per_second();
    const bool is_gas_moved = run_->executor.moves_gas(run_->executor.step().parameters);
    if (run_->parts.gas) status.gas = gas_text(*run_->parts.gas, is_gas_moved, !run_->parts.device.secondary.empty());
    status.numbers = integers.holds()                    ? to_text(integers.format())
                     : range.row_outside || is_gas_moved ? "single precision, because " + range.why_floats
                                                         : "single precision";
    return status;
}

DrawnRows Simulation::drawn() {
    if (!run_) return {initial_->time, 0, {}, {}};
    return run_->drawn(status_.tier == Tier::copied);
}

double Simulation::drawn_time() const { return run_ ? run_->executor.drawn_time() : initial_->time; }

bool Simulation::is_between_steps() const { return !run_ || run_->executor.between_steps(); }

double measure_step_seconds(const DeviceContext& device_context, const ReadAsset& read, std::size_t bodies,
                            std::size_t gas, SolverChoice solver, const SimulationParameters& parameters) {
    constexpr double timed_seconds = 0.05;
    ParticleSet sphere;
    sphere.positions = timing_sphere(bodies);
    sphere.velocities.resize(bodies);
    if (gas > 0) sphere.components = {{"stars", "", 0, bodies - gas, 1}, {"gas", "", bodies - gas, gas, 1}};
    DeviceContext own_buffers = device_context;
    own_buffers.tier = Tier::copied;
    solver.accuracy = parameters.accuracy;
    Simulation simulation{own_buffers, {}, {}, std::move(sphere), read, solver};
    simulation.advance(parameters, {.steps = 2});  // warm-up: the solver measures its costs
    const Clock::time_point start = Clock::now();
    long steps = 0;
    do steps += simulation.advance(parameters, {.steps = 1});
    while (seconds_since(start) < timed_seconds);
    return seconds_since(start) / static_cast<double>(steps);
}

}  // namespace milkomeda
