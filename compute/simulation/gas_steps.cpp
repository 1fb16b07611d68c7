#include "compute/simulation/gas_steps.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "data/base/clock.hpp"
#include "data/base/formation.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t gas_group = 64;

std::vector<cl_uint> ids_of(const ParticleSet& particles, const std::vector<cl_uint>& rows) {
    if (particles.ids.empty()) return rows;
    std::vector<cl_uint> ids(rows.size());
    std::ranges::transform(rows, ids.begin(), [&](cl_uint row) { return particles.ids[row]; });
    return ids;
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

bool forms_stars_in(const SimulationParameters& parameters) {
    return parameters.gas.stars != GasStars::off && parameters.gas.model == GasModel::isothermal;
}

}  // namespace

GasSettings gas_settings(const SimulationParameters& parameters) {
    const GasParameters& gas = parameters.gas;
    GasSettings settings;
    settings.equation_of_state =
        gas.model == GasModel::adiabatic ? EquationOfState::adiabatic : EquationOfState::isothermal;
    // Isothermal gas radiates energy anyway, and the error of the momentum is far below that of gravity.
    settings.has_own_substeps = settings.equation_of_state == EquationOfState::isothermal;
    settings.sound_speed = isothermal_sound_speed(gas.temperature);
    settings.gamma = gas.adiabatic_index;
    settings.neighbors = gas.neighbors;
    settings.feedback = gas.feedback;
    settings.jeans_particles = gas.jeans_particles();
    settings.jeans_length = gas.jeans_length(parameters.softening);
    settings.viscosity_coefficient = gas.viscosity;
    // In thin tails the gas has fewer neighbors, so that their smoothing lengths do not slow down the search.
    settings.longest_smoothing = 2;
    return settings;
}

GasSteps::GasSteps(const RunDevice& device, const DeviceContext& device_context, const ParticleSet& initial)
    : queue_{device.queue},
      settings_{gas_settings({})},
      members_{device, initial.components},
      gravity_{device.buffer<cl_float4>(members_.all())},
      energies_{device.buffer<cl_float>(members_.all())},
      state_{device.buffer<cl_float4>(members_.all()), device.buffer<cl_float4>(members_.all()),
             device.buffer<cl_float4>(members_.all()), device.buffer<cl_float4>(members_.all())},
      run_{gas_context(device, device_context), settings_, empty_rows(device, members_.all())},
      take_{run_.solver().program(), "take_gas"},
      gather_{run_.solver().program(), "gather_gas"},
      scatter_{run_.solver().program(), "scatter_gas"},
      gather_state_{run_.solver().program(), "gather_state"},
      scatter_state_{run_.solver().program(), "scatter_state"},
      stars_{device, run_.solver().program(), ids_of(initial, members_.all_rows())} {
    std::vector<cl_float> energies(members_.all(), GasValues{}.energy);
    if (!initial.gas.empty())
        std::ranges::transform(members_.all_rows(), energies.begin(),
                               [&](cl_uint row) { return initial.gas[row].energy; });
    std::ranges::transform(members_.all_rows(), std::back_inserter(masses_),
                           [&](cl_uint row) { return initial.positions[row].w; });
    write_state_of_stars(initial);
    queue_.enqueueWriteBuffer(energies_, CL_TRUE, 0, energies.size() * sizeof(cl_float), energies.data());
}

// Sets the state at the start of the run: the births of the stars, and for all other numbers values that a state may
// contain, because no step computes the rows of these stars. The places of birth are unknown, so they are the present
// places.
void GasSteps::write_state_of_stars(const ParticleSet& initial) {
    GasState state;
    state.conditions.resize(members_.all(), {0, 1, 0, 0});
    state.rates.resize(members_.all());
    state.measures.resize(members_.all(), {0, 0, 1, 0});
    for (const cl_uint row : members_.all_rows()) {
        const float birth = initial.velocities[row].w;
        state.births.push_back(birth < 0 ? float4_of(vector_of(initial.positions[row]), birth) : Float4{});
    }
    write(state);
    is_known_ = false;
}

void GasSteps::forget() {
    is_known_ = is_moving_ = false;
    members_.forget();
}

void GasSteps::prepare(const ParticleBuffers& particles, const SimulationParameters& parameters) {
    const Clock::time_point start = Clock::now();
    const GasSettings settings = gas_settings(parameters);
    is_known_ &= settings.neighbors == settings_.neighbors;
    if (settings != settings_) run_.solver().set(settings_ = settings);
    members_.find(particles);
    run_.set_count(size());
    if (is_known_ || size() == 0) return;
    gather(particles, particles.velocities(), 0);
    const double energy = settings.sound_speed * settings.sound_speed / (settings.gamma - 1);
    const bool is_adiabatic = settings.equation_of_state == EquationOfState::adiabatic;
    enqueue(queue_, take_, size(), gas_group, run_.rows().velocities, energies_, members_.ranks(), size(),
            cl_uint{is_adiabatic}, energy, run_.rows().conditions);
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
    if (size() == 0) return;
    const GasRows& rows = run_.rows();
    enqueue(queue_, gather_, size(), gas_group, particles.positions(), particles.velocities(), accelerations,
            members_.rows(), size(), shift, rows.positions, rows.velocities, gravity_);
    enqueue(queue_, gather_state_, size(), gas_group, members_.ranks(), size(), state_[0], state_[1], state_[2],
            rows.conditions, rows.rates, rows.measures);
}

void GasSteps::scatter(const ParticleBuffers& particles, double shift) {
    if (size() == 0) return;
    const GasRows& rows = run_.rows();
    enqueue(queue_, scatter_, size(), gas_group, rows.positions, rows.velocities, gravity_, rows.conditions,
            members_.rows(), size(), shift, particles.positions(), particles.velocities());
    enqueue(queue_, scatter_state_, size(), gas_group, members_.ranks(), size(), rows.conditions, rows.rates,
            rows.measures, state_[0], state_[1], state_[2]);
}

bool GasSteps::continue_drift(double seconds) {
    if (size() == 0) return true;
    queue_.finish();  // so that the time of earlier forces does not count as time of the gas
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

void GasSteps::form_stars(const ParticleBuffers& particles, const SimulationParameters& parameters, double time) {
    if (!forms_stars_in(parameters) || size() == 0 || time >= latest_birth) return;
    queue_.finish();  // see continue_drift()
    const Clock::time_point start = Clock::now();
    members_.remove(stars_.draw(run_.rows(), members_.rows(), members_.ranks(),
                                {parameters.timestep, parameters.gas.star_seed, time}, particles.velocities(),
                                state_.back()));
    run_.set_count(size());
    seconds_ += seconds_since(start);
}

std::optional<GasState> GasSteps::read() const {
    if (!is_known_) return {};
    const auto column = [&](std::size_t i) { return read_items<Float4>(queue_, state_[i], members_.all()); };
    return GasState{column(0), column(1), column(2), column(3)};
}

GasSample GasSteps::sample(const SimulationParameters& parameters) const {
    GasSample sample{.is_adiabatic = parameters.gas.model == GasModel::adiabatic,
                     .forms_stars = forms_stars_in(parameters),
                     .substeps = last_drift_.substeps};
    if (!is_known_ || parameters.gas.model == GasModel::off) return sample;
    const std::vector<Float4> conditions = read_items<Float4>(queue_, state_[0], members_.all());
    sample.internal_energy = 0;
    for (const cl_uint rank : members_.members()) sample.internal_energy += double{masses_[rank]} * conditions[rank].x;
    return sample;
}

void GasSteps::read_temperatures(std::span<float> rows) const {
    const std::vector<Float4> measures = read_items<Float4>(queue_, state_[2], members_.all()),
                              births = read_items<Float4>(queue_, state_.back(), members_.all());
    for (std::size_t rank = 0; rank < members_.all(); ++rank) {
        const auto& [density, pressure, signal_speed, neighbors] = measures[rank];
        const bool is_star = births[rank].w < 0;
        if (!is_star && density > 0)
            rows[members_.all_rows()[rank]] = static_cast<float>(gas_temperature(double{pressure} / double{density}));
    }
}

void GasSteps::write(const GasState& state) {
    const std::array<const std::vector<Float4>*, 4> from{&state.conditions, &state.rates, &state.measures,
                                                         &state.births};
    for (std::size_t i = 0; i < from.size(); ++i)
        queue_.enqueueWriteBuffer(state_[i], CL_TRUE, 0, from[i]->size() * sizeof(Float4), from[i]->data());
    is_known_ = true;
}

}  // namespace milkomeda
