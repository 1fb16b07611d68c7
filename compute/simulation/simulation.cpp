#include "compute/simulation/simulation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "compute/device/host_columns.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/gravity/multi_device_solver.hpp"
#include "compute/simulation/energy_meter.hpp"
#include "compute/simulation/integration.hpp"

namespace milkomeda {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

Force force_of_step(const SimulationParameters& parameters, long step) {
    const auto k = static_cast<unsigned>(parameters.fraction_denominator);
    return {parameters.gravity,
            parameters.softening,
            k,
            static_cast<unsigned>(step % k),
            parameters.fraction_mode == FractionMode::unbiased,
            false};
}

bool same_law(const Force& a, const Force& b) {
    return a.gravity == b.gravity && a.softening == b.softening &&
           a.fraction_denominator == b.fraction_denominator && a.unbiased == b.unbiased;
}

// Longest stretch of device work between two looks at the clock: keeps the measured rate fresh and a
// display that shares the device alive.
constexpr double longest_round_seconds = 0.01;

}  // namespace

// A step is: [leapfrog: opening half-kick and drift], force in slices, closing moves. `stage` says which
// force is under way; between steps there is none.
struct Simulation::Engine {
    enum class Stage { between_steps, opening_force, step_force };

    DeviceContext device_context;
    cl::CommandQueue queue;
    ParticleBuffers particles;
    std::shared_ptr<Solver> solver;
    Integration integration;
    EnergyMeter energy_meter;
    HostColumns host;

    Stage stage = Stage::between_steps;
    SimulationParameters latched;
    std::optional<Force> known_force;  // what solver->accelerations() holds for the current positions
    double time = 0;
    long steps = 0;
    double pairs_per_second = 0;
    bool host_is_stale = false;
    bool accelerations_wanted = false;
    std::vector<float> acceleration_magnitudes;  // kept when they were wanted

    Engine(const DeviceContext& place, const GlSide& gl, SharedBuffers shared, std::size_t bodies,
           const ReadAsset& read, const KernelChoice& choice)
        : device_context{place},
          queue{*place.context, handle_of(*place.device)},
          particles{place, queue, gl, shared, bodies},
          solver{build(choice, read)},
          integration{*place.context, *place.device, read},
          energy_meter{*place.context, *place.device, queue, bodies, read},
          host{*place.context, queue, bodies} {}

    std::shared_ptr<Solver> make_solver(const KernelChoice& choice, const ReadAsset& read) const {
        const DeviceContext& place = device_context;
        if (!place.secondary.empty())
            return make_multi_device_solver(*place.context, *place.device, queue, place.secondary,
                                            particles.size(), read, choice);
        return make_direct_solver(*place.context, *place.device, queue, particles.size(), read,
                                  *choice.variant, choice.settings);
    }

    // Drivers translate a kernel when it first runs; that must neither stall a frame nor be timed, so it runs
    // once, on bodies that are all in one place. (Fractions may have a kernel of their own.)
    std::shared_ptr<Solver> build(const KernelChoice& choice, const ReadAsset& read) const {
        const std::size_t bodies = particles.size();
        auto new_solver = make_solver(choice, read);
        const cl::Buffer nowhere{*device_context.context, CL_MEM_READ_WRITE, bodies * sizeof(cl_float4)};
        queue.enqueueFillBuffer(nowhere, cl_float{0}, 0, bodies * sizeof(cl_float4));
        for (const unsigned fraction_denominator : {1u, 2u}) {
            Force force;
            force.fraction_denominator = fraction_denominator;
            new_solver->begin(nowhere, force);
            new_solver->enqueue_slice(0);
        }
        queue.finish();
        new_solver->finish();
        return new_solver;
    }

    // The step under way goes on with the new solver, its force from the start.
    void replace(std::shared_ptr<Solver> new_solver) {
        solver = std::move(new_solver);
        if (stage == Stage::between_steps) {
            known_force.reset();
        } else {
            const ParticleBuffers::Lease lease{particles};
            begin_force(stage, *known_force);
        }
    }

    void begin_step(const SimulationParameters& parameters) {
        latched = parameters;
        const Force force = force_of_step(latched, steps);
        if (latched.integrator != Integrator::leapfrog) {
            begin_force(Stage::step_force, force);
        } else if (known_force && same_law(*known_force, force)) {
            open_step();
        } else {
            begin_force(Stage::opening_force, force);
        }
    }

    void begin_force(Stage next, const Force& force) {
        stage = next;
        known_force = force;
        solver->begin(particles.positions(), force);
    }

    void open_step() {
        integration.before_force(queue, particles, solver->accelerations(), latched);
        host_is_stale = true;
        begin_force(Stage::step_force, force_of_step(latched, steps + 1));
    }

    void close_step() {
        integration.after_force(queue, particles, solver->accelerations(), latched);
        host_is_stale = true;
        if (latched.integrator != Integrator::leapfrog) known_force.reset();  // positions have moved on
        stage = Stage::between_steps;
        time += latched.timestep;
        ++steps;
    }

    // What the sum that is complete gives.
    void keep_accelerations() {
        queue.finish();
        solver->finish();
        std::vector<Float4> rows(particles.size());
        queue.enqueueReadBuffer(solver->accelerations(), CL_TRUE, 0, rows.size() * sizeof(Float4),
                                rows.data());
        acceleration_magnitudes.resize(rows.size());
        std::ranges::transform(rows, acceleration_magnitudes.begin(),
                               [](const Float4& a) { return std::hypot(a.x, a.y, a.z); });
        accelerations_wanted = false;
    }

    // Enqueues one slice and what follows from it.
    double enqueue_slice(const SimulationParameters& parameters, double pairs) {
        if (stage == Stage::between_steps) begin_step(parameters);
        const double enqueued = solver->enqueue_slice(pairs);
        if (solver->done() >= 1) {
            if (accelerations_wanted) keep_accelerations();
            if (stage == Stage::opening_force)
                open_step();
            else
                close_step();
        }
        return enqueued;
    }

    // Enqueues slices worth about `seconds`, waits for them, and learns the device's rate.
    void run_round(const SimulationParameters& parameters, double seconds, long last_step) {
        const Clock::time_point start = Clock::now();
        const double pairs_wanted = pairs_per_second * std::min(seconds, longest_round_seconds);
        double pairs = 0;
        do {
            pairs += enqueue_slice(parameters, pairs_wanted - pairs);
        } while (pairs < pairs_wanted && steps < last_step);
        queue.finish();
        solver->finish();
        const double rate = pairs / seconds_since(start);
        pairs_per_second = pairs_per_second == 0 ? rate : 0.7 * pairs_per_second + 0.3 * rate;
    }

    // Rows are shown where they are at the drawn time: a leapfrog step has drifted before its force is
    // known, an Euler step drifts after it.
    double drawn_offset() const {
        if (stage != Stage::step_force) return 0;
        const double dt = latched.timestep;
        return latched.integrator == Integrator::leapfrog ? -dt * (1 - solver->done()) : dt * solver->done();
    }
};

Simulation::Simulation(const DeviceContext& device_context, const GlSide& gl, SharedBuffers shared,
                       std::shared_ptr<const Particles> initial, const ReadAsset& read,
                       const KernelChoice& kernel)
    : initial_{std::move(initial)} {
    status_.tier = device_context.tier;
    status_.tier_reason = device_context.reason;
    status_.time = initial_->time;
    if (device_context.tier == Tier::none) return;
    status_.device = device_names(device_context);
    KernelChoice choice = kernel;
    if (!choice.variant) choice.variant = &default_variant(*device_context.device, initial_->size());
    engine_ = std::make_unique<Engine>(device_context, gl, shared, initial_->size(), read, choice);
    reset();
}

Simulation::Simulation(const DeviceContext& device_context, const GlSide& gl, SharedBuffers shared,
                       Particles initial, const ReadAsset& read, const KernelChoice& kernel)
    : Simulation{device_context, gl,    shared, std::make_shared<const Particles>(std::move(initial)),
                 read,           kernel} {}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

long Simulation::advance(const SimulationParameters& parameters, const FrameBudget& budget) {
    if (!engine_ || budget.steps <= 0 || budget.seconds <= 0) return 0;
    const Clock::time_point start = Clock::now();
    const long first_step = engine_->steps;
    const long last_step = first_step + std::min(budget.steps, std::numeric_limits<long>::max() - first_step);
    const ParticleBuffers::Lease lease{engine_->particles};
    double remaining = budget.seconds;
    do {
        engine_->run_round(parameters, remaining, last_step);
        remaining = budget.seconds - seconds_since(start);
    } while (engine_->steps < last_step && remaining > 0);
    return engine_->steps - first_step;
}

void Simulation::reset() {
    if (!engine_) return;
    const ParticleBuffers::Lease lease{engine_->particles};
    engine_->queue.finish();
    engine_->particles.write(initial_->positions, initial_->velocities);
    engine_->stage = Engine::Stage::between_steps;
    engine_->known_force.reset();
    engine_->acceleration_magnitudes.clear();
    engine_->time = initial_->time;
    engine_->steps = 0;
    engine_->host_is_stale = true;
}

void Simulation::reload(const ReadAsset& read) {
    if (!engine_) return;
    const DeviceContext& place = engine_->device_context;
    const std::size_t bodies = initial_->size();
    auto solver = engine_->build(engine_->solver->kernel(), read);
    Integration integration{*place.context, *place.device, read};
    EnergyMeter meter{*place.context, *place.device, engine_->queue, bodies, read};

    engine_->replace(std::move(solver));
    engine_->integration = std::move(integration);
    engine_->energy_meter = std::move(meter);
}

std::shared_ptr<Solver> Simulation::build(const KernelChoice& kernel, const ReadAsset& read) const {
    return engine_->build(kernel, read);
}

void Simulation::use(std::shared_ptr<Solver> solver) {
    engine_->replace(std::move(solver));
    engine_->pairs_per_second = 0;
}

KernelChoice Simulation::kernel() const {
    return engine_ ? engine_->solver->kernel() : KernelChoice{};
}

SimulationStatus Simulation::status() const {
    SimulationStatus status = status_;
    if (engine_) {
        status.solver = engine_->solver->description();
        status.shares = engine_->solver->shares();
        status.time = engine_->time;
        status.steps = engine_->steps;
        status.step_done = synchronised() ? 0 : engine_->solver->done();
        status.pairs_per_second = engine_->pairs_per_second;
    }
    return status;
}

DrawnState Simulation::drawn() {
    if (!engine_) return {initial_->time, 0, {}, {}};
    DrawnState state;
    state.time_offset = engine_->drawn_offset();
    const bool drifted =
        engine_->stage == Engine::Stage::step_force && engine_->latched.integrator == Integrator::leapfrog;
    state.time = engine_->time + (drifted ? engine_->latched.timestep : 0) + state.time_offset;
    if (status_.tier == Tier::copied && engine_->host_is_stale) {
        const ParticleBuffers::Lease lease{engine_->particles};
        engine_->particles.read(engine_->host.positions(), engine_->host.velocities());
        engine_->host_is_stale = false;
        state.positions = engine_->host.positions();
        state.velocities = engine_->host.velocities();
    }
    return state;
}

bool Simulation::synchronised() const {
    return !engine_ || engine_->stage == Engine::Stage::between_steps;
}

Particles Simulation::read() const {
    Particles now = *initial_;
    if (!engine_) return now;
    if (!synchronised()) throw std::logic_error("read() in the middle of a step");
    const ParticleBuffers::Lease lease{engine_->particles};
    engine_->particles.read(now.positions, now.velocities);
    now.time = engine_->time;
    return now;
}

Energies Simulation::energies(const SimulationParameters& parameters) {
    if (!engine_) throw std::runtime_error("energies need an OpenCL device: " + status_.tier_reason);
    if (!synchronised()) throw std::logic_error("energies() in the middle of a step");
    const ParticleBuffers::Lease lease{engine_->particles};
    return engine_->energy_meter.measure(engine_->particles, parameters.gravity, parameters.softening);
}

void Simulation::measure_accelerations(const SimulationParameters& parameters) {
    if (!engine_) return;
    if (!synchronised()) throw std::logic_error("measure_accelerations() in the middle of a step");
    const ParticleBuffers::Lease lease{engine_->particles};
    const Force force = force_of_step(parameters, engine_->steps);
    if (!engine_->known_force || !same_law(*engine_->known_force, force)) {
        constexpr double least_pairs = 1e7;  // while the device's rate is not known
        const double pairs = std::max(least_pairs, engine_->pairs_per_second * longest_round_seconds);
        engine_->known_force = force;  // a leapfrog step goes on from there
        engine_->solver->begin(engine_->particles.positions(), force);
        while (engine_->solver->done() < 1) {
            engine_->solver->enqueue_slice(pairs);
            engine_->queue.finish();
            engine_->solver->finish();
        }
    }
    engine_->keep_accelerations();
}

void Simulation::want_accelerations() {
    if (engine_) engine_->accelerations_wanted = true;
}

std::span<const float> Simulation::acceleration_magnitudes() const {
    if (!engine_) return {};
    return engine_->acceleration_magnitudes;
}

double measure_pairs_per_second(const DeviceContext& device_context, const ReadAsset& read,
                                std::size_t bodies) {
    constexpr double timed_seconds = 0.05;
    Particles cloud;  // where the bodies are does not matter to the speed
    for (std::size_t i = 0; i < bodies; ++i)
        cloud.positions.push_back({static_cast<float>(i % 61), static_cast<float>(i % 67),
                                   static_cast<float>(i % 71), 1.0f / static_cast<float>(bodies)});
    cloud.velocities.resize(bodies);
    DeviceContext own_buffers = device_context;
    own_buffers.tier = Tier::copied;
    Simulation simulation{own_buffers, {}, {}, cloud, read};
    simulation.advance({}, {timed_seconds / 5, std::numeric_limits<long>::max()});  // builds, learns
    simulation.advance({}, {timed_seconds, std::numeric_limits<long>::max()});
    return simulation.status().pairs_per_second;
}

}  // namespace milkomeda
