#include "compute/simulation/diagnostics.hpp"

#include <map>

#include "data/neighbors/star_formation.hpp"
#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

// Returns the fraction of the disk mass that is unbound. A body is unbound if its kinetic energy in the center-of-mass
// frame, whose velocity is `frame`, exceeds its binding energy in the potential of all bodies.
double unbound_share(const EnergySample& state, std::span<const Component> components, const glm::dvec3& frame) {
    if (state.fields.empty()) return Diagnostics::nan;
    double disks = 0, unbound = 0;
    for (const Component& component : components) {
        if (component.name != "disk") continue;
        for (std::size_t i = component.first; i < component.first + component.count; ++i) {
            const double mass = state.positions[i].w;
            const glm::dvec3 velocity = vector_of(state.velocities[i]) - frame;
            disks += mass;
            if (0.5 * glm::dot(velocity, velocity) + state.fields[i].w > 0) unbound += mass;
        }
    }
    return disks > 0 ? unbound / disks : Diagnostics::nan;
}

GasSums gas_sums(const EnergySample& state, std::span<const Component> components) {
    if (gas_count(components) == 0) return {};
    GasSums sums{.mass = 0,
                 .stars = 0,
                 .rate = state.gas.forms_stars ? star_formation_rate(state.positions, state.velocities, components) : 0,
                 .internal_energy = state.gas.internal_energy,
                 .substeps = static_cast<double>(state.gas.substeps)};
    for (const Component& component : components)
        for (std::size_t row = component.first; is_gas(component) && row < component.first + component.count; ++row)
            (is_young_star(state.velocities[row]) ? sums.stars : sums.mass) += state.positions[row].w;
    return sums;
}

}  // namespace

Diagnostics diagnose(const EnergySample& state, std::span<const Component> components) {
    const BodyRows rows{state.positions, state.velocities, components};
    Diagnostics now{.time = state.time, .steps = state.steps, .energies = energies_of(state)};
    double mass = 0;
    for (std::size_t i = 0; i < state.positions.size(); ++i) {
        const glm::dvec3 momentum = double{state.positions[i].w} * vector_of(state.velocities[i]);
        now.momentum += momentum;
        now.angular_momentum += glm::cross(vector_of(state.positions[i]), momentum);
        mass += state.positions[i].w;
    }
    std::map<std::string, glm::dvec3> centers;
    const std::vector<std::string> names = galaxies(rows);
    for (const std::string& galaxy : names) centers[galaxy] = center_of_galaxy(rows, galaxy);
    now.separation = names.size() < 2 ? Diagnostics::nan : glm::distance(centers[names[0]], centers[names[1]]);
    for (const Component& component : components) {
        now.radii.push_back(lagrangian_radii(rows, component, centers[component.galaxy]));
        if (component.perturber) now.perturbers.push_back(vector_of(state.positions[component.first]));
    }
    now.disks.resize(components.size());
    now.unbound = unbound_share(state, components, mass > 0 ? now.momentum / mass : glm::dvec3{0});
    now.star_formation = star_formation_index(state.positions, state.velocities, components);
    now.gas = gas_sums(state, components);
    return now;
}

void measure_disks(const EnergySample& state, std::span<const Component> components, Diagnostics& now) {
    constexpr double margin = 1 + 1e-6;  // includes the body at r90 in spite of rounding errors
    const BodyRows rows{state.positions, state.velocities, components};
    for (std::size_t c = 0; c < components.size(); ++c)
        if (components[c].name == "disk" && components[c].count > 0)
            now.disks[c] = measure_disk(rows, components[c], center_of_galaxy(rows, components[c].galaxy),
                                        margin * now.radii[c].r90);
}

Diagnostics diagnose(Simulation& simulation, const SimulationParameters& parameters) {
    return diagnose(simulation.probes().measure_energies(parameters), simulation.components());
}

}  // namespace milkomeda
