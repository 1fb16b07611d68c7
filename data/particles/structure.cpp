#include "data/particles/structure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

std::vector<glm::dvec3> rows_of(std::span<const Float4> column, const Component& component) {
    std::vector<glm::dvec3> rows;
    rows.reserve(component.count);
    for (std::size_t i = component.first; i < component.first + component.count; ++i)
        rows.push_back(vector_of(column[i]));
    return rows;
}

glm::dvec3 mean(const std::vector<glm::dvec3>& points) {
    glm::dvec3 sum{0};
    for (const glm::dvec3& point : points) sum += point;
    return sum / static_cast<double>(points.size());
}

glm::dvec3 median(const std::vector<glm::dvec3>& points) {
    glm::dvec3 result{0};
    std::vector<double> values(points.size());
    for (int axis = 0; axis < 3; ++axis) {
        std::ranges::transform(points, values.begin(), [axis](const glm::dvec3& point) { return point[axis]; });
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::ranges::nth_element(values, middle);
        result[axis] = *middle;
    }
    return result;
}

}  // namespace

std::vector<std::string> galaxies(const BodyRows& particles) {
    std::vector<std::string> names;
    for (const Component& component : particles.components)
        if (!component.perturber && std::ranges::find(names, component.galaxy) == names.end())
            names.push_back(component.galaxy);
    return names;
}

std::vector<Component> core_of_galaxy(const BodyRows& particles, const std::string& galaxy) {
    for (const char* name : {"bulge", "disk"})
        for (const Component& component : particles.components)
            if (component.galaxy == galaxy && component.name == name) return {component};
    std::vector<Component> all;
    for (const Component& component : particles.components)
        if (component.galaxy == galaxy && !component.perturber) all.push_back(component);
    return all;
}

glm::dvec3 shrinking_mean(std::vector<glm::dvec3> points) {
    constexpr int rounds = 15;
    glm::dvec3 center = median(points);
    const auto half = static_cast<std::ptrdiff_t>((points.size() + 1) / 2);
    for (int round = 0; round < rounds; ++round) {
        const auto nearer = [&center](const glm::dvec3& a, const glm::dvec3& b) {
            return glm::dot(a - center, a - center) < glm::dot(b - center, b - center);
        };
        std::nth_element(points.begin(), points.begin() + half - 1, points.end(), nearer);
        const glm::dvec3 moved = mean({points.begin(), points.begin() + half});
        if (moved == center) break;
        center = moved;
    }
    return center;
}

glm::dvec3 center_of_galaxy(const BodyRows& particles, const std::string& galaxy) {
    std::vector<glm::dvec3> points;
    for (const Component& component : core_of_galaxy(particles, galaxy))
        for (const glm::dvec3& row : rows_of(particles.positions, component)) points.push_back(row);
    return shrinking_mean(std::move(points));
}

glm::dvec3 velocity_of_center(const BodyRows& particles, const std::string& galaxy, const glm::dvec3& center) {
    std::vector<std::pair<double, std::size_t>> nearest;  // square of the distance from the center, and row
    for (const Component& component : core_of_galaxy(particles, galaxy))
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            const glm::dvec3 from_center = vector_of(particles.positions[row]) - center;
            nearest.emplace_back(glm::dot(from_center, from_center), row);
        }
    const std::size_t half = (nearest.size() + 1) / 2;
    std::ranges::nth_element(nearest, nearest.begin() + static_cast<std::ptrdiff_t>(half) - 1);
    glm::dvec3 sum{0};
    for (std::size_t i = 0; i < half; ++i) sum += vector_of(particles.velocities[nearest[i].second]);
    return sum / static_cast<double>(half);
}

glm::dvec3 spin_axis(const BodyRows& particles, std::span<const Component> components, const glm::dvec3& center) {
    // The angular momentum about a center at rest, from which the motion of all bodies together is subtracted.
    glm::dvec3 angular_momentum{0}, momentum{0}, moment{0};
    double mass = 0;
    for (const Component& component : components)
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            const double weight = particles.positions[row].w;
            const glm::dvec3 position = vector_of(particles.positions[row]) - center,
                             velocity = vector_of(particles.velocities[row]);
            mass += weight;
            moment += weight * position;
            momentum += weight * velocity;
            angular_momentum += weight * glm::cross(position, velocity);
        }
    const glm::dvec3 spin = mass > 0 ? angular_momentum - glm::cross(moment, momentum) / mass : glm::dvec3{0};
    const double length = glm::length(spin);
    return length > 0 ? spin / length : glm::dvec3{0, 0, 1};
}

DiskAxes disk_axes(const glm::dvec3& axis) {
    const glm::dvec3 other = std::abs(axis.x) < 0.9 ? glm::dvec3{1, 0, 0} : glm::dvec3{0, 1, 0};
    const glm::dvec3 x = glm::normalize(other - glm::dot(other, axis) * axis);
    return {x, glm::cross(axis, x), axis};
}

LagrangianRadii lagrangian_radii(const BodyRows& particles, const Component& component, const glm::dvec3& center) {
    const auto is_star = [&](std::size_t row) { return is_gas(component) && is_young_star(particles.velocities[row]); };
    std::vector<glm::dvec3> positions;
    positions.reserve(component.count);
    for (std::size_t row = component.first; row < component.first + component.count; ++row)
        if (!is_star(row)) positions.push_back(vector_of(particles.positions[row]));
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    if (positions.empty()) return {unknown, unknown, unknown};
    const bool disk = component.name == "disk";
    const glm::dvec3 axis = disk ? spin_axis(particles, {&component, 1}, center) : glm::dvec3{0};

    // All bodies of a component have equal masses, so shares of the mass are shares of the number of bodies.
    std::vector<double> radii;
    radii.reserve(positions.size());
    for (const glm::dvec3& position : positions) {
        const glm::dvec3 from_center = position - center;
        const double height = glm::dot(from_center, axis);
        radii.push_back(std::sqrt(std::max(0.0, glm::dot(from_center, from_center) - height * height)));
    }
    std::ranges::sort(radii);
    const auto at = [&radii](double share) {
        return radii[static_cast<std::size_t>(std::lround(share * static_cast<double>(radii.size() - 1)))];
    };
    return {at(0.1), at(0.5), at(0.9)};
}

}  // namespace milkomeda
