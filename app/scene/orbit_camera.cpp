#include "app/scene/orbit_camera.hpp"

#include <map>
#include <string>

namespace milkomeda {
namespace {

struct Mover {
    double mass = 0;
    glm::dvec3 position{0}, velocity{0};  // sums weighted by mass
};

// Returns the sums over the bodies of each galaxy.
std::map<std::string, Mover> movers_of(const ParticleSet& particles) {
    std::map<std::string, Mover> movers;
    for (const Component& component : particles.components) {
        if (component.galaxy.empty()) continue;
        Mover& mover = movers[component.galaxy];
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            const double mass = particles.positions[row].w;
            mover.mass += mass;
            mover.position += mass * vector_of(particles.positions[row]);
            mover.velocity += mass * vector_of(particles.velocities[row]);
        }
    }
    return movers;
}

}  // namespace

Camera on_orbital_axis(const Camera& camera, const ParticleSet& particles) {
    constexpr double straight = 1e-3;  // largest sine of the angle between position and velocity of a straight motion
    const std::map<std::string, Mover> movers = movers_of(particles);
    Mover all;
    for (const auto& [name, mover] : movers) {
        all.mass += mover.mass;
        all.position += mover.position;
        all.velocity += mover.velocity;
    }
    if (movers.size() < 2 || all.mass == 0) return camera;
    glm::dvec3 angular_momentum{0};
    double largest = 0;
    for (const auto& [name, mover] : movers) {
        if (mover.mass == 0) continue;
        const glm::dvec3 x = mover.position / mover.mass - all.position / all.mass;
        const glm::dvec3 v = mover.velocity / mover.mass - all.velocity / all.mass;
        angular_momentum += mover.mass * glm::cross(x, v);
        largest += mover.mass * glm::length(x) * glm::length(v);
    }
    if (!(glm::length(angular_momentum) > straight * largest)) return camera;
    glm::vec3 axis{glm::normalize(angular_momentum)};
    if (glm::dot(axis, forward(camera)) > 0) axis = -axis;
    Camera above = look_at(camera.target + camera.distance * axis, camera.target, camera.fov_radians);
    above.projection = camera.projection;
    return above;
}

}  // namespace milkomeda
