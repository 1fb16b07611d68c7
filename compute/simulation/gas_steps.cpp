#include "compute/simulation/gas_steps.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "data/base/clock.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t gas_group = 64;

std::vector<cl_uint> rows_of_gas(const ParticleSet& initial) {
    std::vector<cl_uint> rows;
    for (const Component& component : initial.components) {
        if (!is_gas(component)) continue;
        rows.resize(rows.size() + component.count);
        std::iota(rows.end() - static_cast<std::ptrdiff_t>(component.count), rows.end(),
                  static_cast<cl_uint>(component.first));
    }
    return rows;
}

GasRows empty_rows(const KernelContext& context, std::size_t count) {
    return {count,
            context.buffer<cl_float4>(count),
            context.buffer<cl_float4>(count),
            context.buffer<GasCondition>(count),
            context.buffer<GasRate>(count),
            context.buffer<GasMeasure>(count)};
}

// The gas uses the queue of the run, so that its work is in the order of the steps.
FmmContext gas_context(const RunDevice& device, const DeviceContext& device_context) {
    FmmContext context = fmm_context(device_context, device.read);
    context.queue = device.queue;
    return context;
}

}  // namespace

GasSettings gas_settings(const SimulationParameters& parameters) {
    const GasParameters& gas = parameters.gas;
    GasSettings settings;
    settings.equation_of_state =
        gas.model == GasModel::adiabatic ? EquationOfState::adiabatic : EquationOfState::isothermal;
    settings.sound_speed = isothermal_sound_speed(gas.temperature);
    settings.gamma = gas.adiabatic_index;
    settings.neighbors = gas.neighbors;
    settings.jeans_particles = gas.jeans_particles();
    settings.jeans_length = GasParameters::jeans_length(parameters.softening);
    // In thin tails the gas has fewer neighbors, so that their smoothing lengths do not slow down the search.
    settings.longest_smoothing = 2;
    return settings;
}

GasSteps::GasSteps(const RunDevice& device, const DeviceContext& device_context, const ParticleSet& initial)
    : queue_{device.queue},
      settings_{gas_settings({})},
      members_{device.buffer<cl_uint>(gas_count(initial.components))},
      gravity_{device.buffer<cl_float4>(gas_count(initial.components))},
      energies_{device.buffer<cl_float>(gas_count(initial.components))},
      run_{gas_context(device, device_context), settings_, empty_rows(device, gas_count(initial.components))},
      take_{run_.solver().program(), "take_gas"},
      gather_{run_.solver().program(), "gather_gas"},
      scatter_{run_.solver().program(), "scatter_gas"} {
    const std::vector<cl_uint> rows = rows_of_gas(initial);
    queue_.enqueueWriteBuffer(members_, CL_TRUE, 0, rows.size() * sizeof(cl_uint), rows.data());
    std::vector<cl_float> energies(rows.size(), GasValues{}.energy);
    if (!initial.gas.empty())
        std::ranges::transform(rows, energies.begin(), [&](cl_uint row) { return initial.gas[row].energy; });
    queue_.enqueueWriteBuffer(energies_, CL_TRUE, 0, energies.size() * sizeof(cl_float), energies.data());
}

void GasSteps::forget() { is_known_ = is_moving_ = false; }

void GasSteps::prepare(const ParticleBuffers& particles, const SimulationParameters& parameters) {
    const Clock::time_point start = Clock::now();
    const GasSettings settings = gas_settings(parameters);
    is_known_ &= settings.neighbors == settings_.neighbors;
    if (settings != settings_) run_.solver().set(settings_ = settings);
    if (is_known_) return;
    gather(particles, particles.velocities(), 0);
    const double energy = settings.sound_speed * settings.sound_speed / (settings.gamma - 1);
    const bool is_adiabatic = settings.equation_of_state == EquationOfState::adiabatic;
    enqueue(queue_, take_, size(), gas_group, run_.rows().velocities, energies_, size(), cl_uint{is_adiabatic}, energy,
            run_.rows().conditions);
    run_.prepare();
    scatter(particles, 0);
    is_known_ = true;
    seconds_ += seconds_since(start);
}

void GasSteps::begin(const ParticleBuffers& particles, const cl::Buffer& accelerations, double most_substeps,
                     const Move& move) {
    move_ = move;
    gather(particles, accelerations, move.b_dt);
    run_.begin({.dt = move.dt,
                .gravity = gravity_,
                .since = move.since - move.b_dt,
                .most_substeps = static_cast<int>(most_substeps)});
    is_moving_ = true;
    drift_seconds_ = 0;
}

void GasSteps::gather(const ParticleBuffers& particles, const cl::Buffer& accelerations, double shift) {
    const GasRows& rows = run_.rows();
    enqueue(queue_, gather_, size(), gas_group, particles.positions(), particles.velocities(), accelerations, members_,
            size(), shift, rows.positions, rows.velocities, gravity_);
}

void GasSteps::scatter(const ParticleBuffers& particles, double shift) {
    const GasRows& rows = run_.rows();
    enqueue(queue_, scatter_, size(), gas_group, rows.positions, rows.velocities, gravity_, rows.conditions, members_,
            size(), shift, particles.positions(), particles.velocities());
}

bool GasSteps::continue_drift(double seconds) {
    const Clock::time_point start = Clock::now();
    const bool is_complete = run_.continue_drift(seconds);
    seconds_ += seconds_since(start);
    drift_seconds_ += seconds_since(start);
    return is_complete;
}

void GasSteps::end(const ParticleBuffers& particles) {
    scatter(particles, move_.b_dt);
    last_drift_ = {drift_seconds_, run_.substeps(), run_.is_limited()};
    is_moving_ = false;
}

std::optional<GasState> GasSteps::read() const {
    if (!is_known_) return {};
    const GasRows& rows = run_.rows();
    return GasState{read_items<Float4>(queue_, rows.conditions, rows.count),
                    read_items<Float4>(queue_, rows.rates, rows.count),
                    read_items<Float4>(queue_, rows.measures, rows.count)};
}

void GasSteps::write(const GasState& state) {
    const std::vector<cl::Buffer> to = columns();
    const std::array<const std::vector<Float4>*, 3> from{&state.conditions, &state.rates, &state.measures};
    for (std::size_t i = 0; i < from.size(); ++i)
        queue_.enqueueWriteBuffer(to[i], CL_TRUE, 0, from[i]->size() * sizeof(Float4), from[i]->data());
    is_known_ = true;
}

}  // namespace milkomeda
