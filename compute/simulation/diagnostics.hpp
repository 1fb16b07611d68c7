// Diagnostics of a state: conserved quantities, positions and sizes of the galaxies.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "compute/simulation/simulation.hpp"
#include "data/particles/structure.hpp"

namespace milkomeda {

// In model units, summed in double precision. Unknown quantities are NaN.
struct Diagnostics {
    double time = 0;
    long steps = 0;
    Energies energies;
    Vector3 momentum;
    Vector3 angular_momentum;            // about the origin
    double separation = 0;               // distance of the centers of the first two galaxies
    double unbound = 0;                  // share of the disk mass that is unbound
    double star_formation = 0;           // star_formation_index(): 1 without compression
    std::vector<LagrangianRadii> radii;  // one entry per component
    std::vector<Vector3> perturbers;     // positions of the perturbers

    double total_energy() const { return energies.kinetic + energies.potential; }
    // 2 K / |W| of the kinetic energy K and the potential energy W: 1 in equilibrium.
    double virial_ratio() const {
        return energies.potential < 0 ? -2 * energies.kinetic / energies.potential : nan;
    }

    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
};

// Takes some tenths of a second of CPU time for a million bodies.
Diagnostics diagnose(const EnergySample& state, std::span<const Component> components);

// Diagnoses the present state. Must be called between steps of a simulation with an OpenCL device.
Diagnostics diagnose(Simulation& simulation, const SimulationParameters& parameters);

}  // namespace milkomeda
