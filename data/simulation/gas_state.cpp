#include "data/simulation/gas_state.hpp"

namespace milkomeda {

void set_gas(ParticleSet& particles, const GasState& state) {
    particles.gas.assign(particles.size(), {});
    std::size_t i = 0;
    for (const Component& component : particles.components)
        for (std::size_t row = component.first; is_gas(component) && row < component.first + component.count;
             ++row, ++i)
            particles.gas[row] = {state.conditions[i].x, state.measures[i].x};
}

void set_gas_at_start(ParticleSet& particles, const GasState& state, const ParticleSet& start) {
    set_gas(particles, state);
    for (std::size_t row = 0; row < start.gas.size(); ++row) {
        if (start.gas[row].energy >= 0) particles.gas[row].energy = start.gas[row].energy;
        if (start.gas[row].density > 0) particles.gas[row].density = start.gas[row].density;
        if (start.velocities[row].w > 0) particles.velocities[row].w = start.velocities[row].w;
    }
}

}  // namespace milkomeda
