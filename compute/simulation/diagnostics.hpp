// Diagnostics of the state of a run: conserved quantities, and positions and sizes of the galaxies.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "compute/simulation/simulation.hpp"
#include "data/particles/structure.hpp"
#include "data/profiles/disk_shape.hpp"

namespace milkomeda {

// Sums over the gas. NaN in a run without gas.
struct GasSums {
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    double mass = nan;             // of the gas that has not become stars
    double stars = nan;            // mass of the stars that have formed from gas
    double rate = nan;             // mass of the stars that form per year, in solar masses
    double internal_energy = nan;  // NaN also if unknown
    double substeps = nan;         // of the last step
};

// All quantities are in model units and summed in double precision. Unknown quantities are NaN.
struct Diagnostics {
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    double time = 0;
    long steps = 0;
    Energies energies;
    glm::dvec3 momentum{0};
    glm::dvec3 angular_momentum{0};  // angular momentum about the origin
    double separation = 0;           // distance between the centers of the first two galaxies
    double unbound = 0;              // fraction of the disk mass that is gravitationally unbound, 0 to 1
    double star_formation = 0;       // star formation index, about 1 without compression (StarFormation::index)
    GasSums gas{};
    std::vector<LagrangianRadii> radii{};  // Lagrangian radii of each component
    // Shapes of the components with the name "disk" within the radius of 90 % of their mass, in the order of `radii`;
    // unknown before measure_disks(), and for all other components.
    std::vector<DiskShape> disks{};
    std::vector<glm::dvec3> perturbers{};  // positions of the perturbers

    double total_energy() const { return energies.total(); }
    // Returns 2 K / |W| with the kinetic energy K and the potential energy W; 1 in equilibrium.
    double virial_ratio() const { return energies.potential < 0 ? -2 * energies.kinetic / energies.potential : nan; }
};

// Diagnoses a sampled state. Takes a few tenths of a second of CPU time for a million bodies.
Diagnostics diagnose(const EnergySample& state, std::span<const Component> components);

// Stores the shapes of the disks in `now`, the diagnostics of this state. Takes about 0.05 seconds of CPU time for each
// disk.
void measure_disks(const EnergySample& state, std::span<const Component> components, Diagnostics& now);

// Samples and diagnoses the present state. Requires an OpenCL device; must be called between steps.
Diagnostics diagnose(Simulation& simulation, const SimulationParameters& parameters);

}  // namespace milkomeda
