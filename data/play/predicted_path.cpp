#include "data/play/predicted_path.hpp"

#include <cmath>

namespace milkomeda {
namespace {

constexpr std::size_t path_steps = 1200, steps_per_point = 6;

// Returns the acceleration of `b` by the attraction of `a`, softened by the radii of the two galaxies.
glm::dvec3 pull_towards(const PointGalaxy& a, const PointGalaxy& b) {
    const glm::dvec3 separation = a.position - b.position;
    const double squared = glm::dot(separation, separation) + a.radius * a.radius + b.radius * b.radius;
    return (a.mass / (squared * std::sqrt(squared))) * separation;
}

void kick(std::vector<PointGalaxy>& galaxies, double dt) {
    for (PointGalaxy& galaxy : galaxies)
        for (const PointGalaxy& other : galaxies)
            if (&other != &galaxy) galaxy.velocity += dt * pull_towards(other, galaxy);
}

std::size_t heaviest_but_last(const std::vector<PointGalaxy>& galaxies) {
    std::size_t best = 0;
    for (std::size_t i = 1; i + 1 < galaxies.size(); ++i)
        if (galaxies[i].mass > galaxies[best].mass) best = i;
    return best;
}

bool is_bound(const PointGalaxy& a, const PointGalaxy& b, double gravity) {
    const glm::dvec3 separation = a.position - b.position, velocity = a.velocity - b.velocity;
    const double softened = std::sqrt(glm::dot(separation, separation) + a.radius * a.radius + b.radius * b.radius);
    return glm::dot(velocity, velocity) / 2 < gravity * (a.mass + b.mass) / softened;
}

}  // namespace

PredictedPath predict_path(std::vector<PointGalaxy> galaxies, double time, double gravity) {
    PredictedPath path;
    path.about = heaviest_but_last(galaxies);
    const PointGalaxy& galaxy = galaxies.back();
    const PointGalaxy& center = galaxies[path.about];
    const glm::dvec3 now = center.position;
    path.bound = is_bound(galaxy, center, gravity);
    path.nearest = glm::distance(galaxy.position, center.position);
    const double dt = time / path_steps;
    path.points.push_back(galaxy.position);
    for (std::size_t step = 1; step <= path_steps; ++step) {
        kick(galaxies, gravity * dt / 2);
        for (PointGalaxy& each : galaxies) each.position += dt * each.velocity;
        kick(galaxies, gravity * dt / 2);
        const glm::dvec3 separation = galaxy.position - center.position;
        if (step % steps_per_point == 0) path.points.push_back(now + separation);
        if (glm::length(separation) < path.nearest) {
            path.nearest = glm::length(separation);
            path.time_of_nearest = static_cast<double>(step) * dt;
        }
    }
    return path;
}

}  // namespace milkomeda
