#include "compute/simulation/diagnostics.hpp"

#include <limits>
#include <map>

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
    std::map<std::string, Vec3> centres;
    const std::vector<std::string> names = galaxies(particles);
    for (const std::string& galaxy : names) centres[galaxy] = centre_of_galaxy(particles, galaxy);
    now.separation = names.size() < 2 ? std::numeric_limits<double>::quiet_NaN()
                                      : distance(centres[names[0]], centres[names[1]]);
    for (const Component& component : particles.components)
        now.radii.push_back(lagrangian_radii(particles, component, centres[component.galaxy]));
    return now;
}

}  // namespace milkomeda
