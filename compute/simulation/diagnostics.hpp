// Diagnostics say what is conserved and where the galaxies are, at one synchronised time.
#pragma once

#include <vector>

#include "compute/simulation/simulation.hpp"
#include "data/particles/structure.hpp"

namespace milkomeda {

struct Diagnostics {
    double time = 0;  // model units, as all below
    long steps = 0;
    Energies energies;
    Vector3 momentum;
    Vector3 angular_momentum;            // about the origin
    double separation = 0;               // NaN where there are not two galaxies
    std::vector<LagrangianRadii> radii;  // one for each component

    double total_energy() const { return energies.kinetic + energies.potential; }
};

// Needs a synchronised simulation with an OpenCL device.
Diagnostics diagnose(Simulation& simulation, const SimulationParameters& parameters);

}  // namespace milkomeda
