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
        const Vector3 momentum = double{x.w} * Vector3{v.x, v.y, v.z};
        now.momentum += momentum;
        now.angular_momentum += cross({x.x, x.y, x.z}, momentum);
    }
    std::map<std::string, Vector3> centres;
    const std::vector<std::string> names = galaxies(particles);
    for (const std::string& galaxy : names) centres[galaxy] = centre_of_galaxy(particles, galaxy);
    now.separation = names.size() < 2 ? std::numeric_limits<double>::quiet_NaN()
                                      : distance(centres[names[0]], centres[names[1]]);
    for (const Component& component : particles.components)
        now.radii.push_back(lagrangian_radii(particles, component, centres[component.galaxy]));
    return now;
}

}  // namespace milkomeda
