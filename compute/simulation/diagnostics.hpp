// Diagnostics say what is conserved and where the galaxies are, at one is_between_steps time.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "compute/simulation/simulation.hpp"
#include "data/particles/structure.hpp"

namespace milkomeda {

// Sums are in double. What the state does not say, or what there is nothing of, is NaN.
struct Diagnostics {
    double time = 0;  // model units, as all below
    long steps = 0;
    Energies energies;
    Vector3 momentum;
    Vector3 angular_momentum;            // about the origin
    double separation = 0;               // of the first two galaxies' centers
    double unbound = 0;                  // share of the disks' mass
    double star_formation = 0;           // star_formation_index(): 1 where nothing is compressed
    std::vector<LagrangianRadii> radii;  // one for each component
    std::vector<Vector3> perturbers;     // where each of them is

    double total_energy() const { return energies.kinetic + energies.potential; }
    // Twice the kinetic energy to the potential one's size: 1 in equilibrium.
    double virial_ratio() const {
        return energies.potential < 0 ? -2 * energies.kinetic / energies.potential : nan;
    }

    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
};

// Takes a CPU some tenths of a second for a million bodies.
Diagnostics diagnose(const EnergySample& state, std::span<const Component> components);

// Of now. Needs a is_between_steps simulation with an OpenCL device.
Diagnostics diagnose(Simulation& simulation, const SimulationParameters& parameters);

}  // namespace milkomeda
