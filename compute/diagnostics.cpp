#include "compute/diagnostics.hpp"

namespace milkomeda {

Diagnostics diagnose(Simulation& simulation, const SimulationParameters& parameters) {
    Diagnostics now;
    const Particles particles = simulation.read();
    now.time = particles.time;
    now.steps = simulation.status().steps;
    now.energies = simulation.energies(parameters);
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const Float4& x = particles.positions[i];
        const Float4& v = particles.velocities[i];
        const double px = double{x.w} * v.x, py = double{x.w} * v.y, pz = double{x.w} * v.z;
        now.momentum[0] += px;
        now.momentum[1] += py;
        now.momentum[2] += pz;
        now.angular_momentum[0] += x.y * pz - x.z * py;
        now.angular_momentum[1] += x.z * px - x.x * pz;
        now.angular_momentum[2] += x.x * py - x.y * px;
    }
    now.separation = separation(particles);
    for (const Component& component : particles.components)
        now.radii.push_back(lagrangian_radii(particles, component));
    return now;
}

}  // namespace milkomeda
