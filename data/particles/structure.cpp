#include "data/particles/structure.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

std::vector<Vector3> rows_of(std::span<const Float4> column, const Component& component) {
    std::vector<Vector3> rows;
    rows.reserve(component.count);
    for (std::size_t i = component.first; i < component.first + component.count; ++i)
        rows.push_back({column[i].x, column[i].y, column[i].z});
    return rows;
}

Vector3 mean(const std::vector<Vector3>& points) {
    Vector3 sum;
    for (const Vector3& point : points) sum += point;
    return sum / static_cast<double>(points.size());
}

Vector3 median(const std::vector<Vector3>& points) {
    Vector3 result;
    std::vector<double> values(points.size());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::ranges::transform(points, values.begin(), [axis](const Vector3& point) { return point[axis]; });
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::ranges::nth_element(values, middle);
        result[axis] = *middle;
    }
    return result;
}

Vector3 spin_axis(const std::vector<Vector3>& positions, const std::vector<Vector3>& velocities,
                  const Vector3& center) {
    const Vector3 velocity = mean(velocities);
    Vector3 spin;
    for (std::size_t i = 0; i < positions.size(); ++i) spin += cross(positions[i] - center, velocities[i] - velocity);
    return length(spin) == 0 ? Vector3{0, 0, 1} : spin / length(spin);
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

Vector3 shrinking_mean(std::vector<Vector3> points) {
    constexpr int rounds = 15;
    Vector3 center = median(points);
    const auto half = static_cast<std::ptrdiff_t>((points.size() + 1) / 2);
    for (int round = 0; round < rounds; ++round) {
        const auto nearer = [&center](const Vector3& a, const Vector3& b) {
            return dot(a - center, a - center) < dot(b - center, b - center);
        };
        std::nth_element(points.begin(), points.begin() + half - 1, points.end(), nearer);
        const Vector3 moved = mean({points.begin(), points.begin() + half});
        if (moved == center) break;
        center = moved;
    }
    return center;
}

Vector3 center_of_galaxy(const BodyRows& particles, const std::string& galaxy) {
    std::vector<Vector3> points;
    for (const Component& component : core_of_galaxy(particles, galaxy))
        for (const Vector3& row : rows_of(particles.positions, component)) points.push_back(row);
    return shrinking_mean(std::move(points));
}

LagrangianRadii lagrangian_radii(const BodyRows& particles, const Component& component, const Vector3& center) {
    const std::vector<Vector3> positions = rows_of(particles.positions, component);
    const bool disk = component.name == "disk";
    const Vector3 axis = disk ? spin_axis(positions, rows_of(particles.velocities, component), center) : Vector3{};

    // All bodies of a component have equal masses, so shares of the mass are shares of the number of bodies.
    std::vector<double> radii;
    radii.reserve(positions.size());
    for (const Vector3& position : positions) {
        const Vector3 from_center = position - center;
        const double height = dot(from_center, axis);
        radii.push_back(std::sqrt(std::max(0.0, dot(from_center, from_center) - height * height)));
    }
    std::ranges::sort(radii);
    const auto at = [&radii](double share) {
        return radii[static_cast<std::size_t>(std::lround(share * static_cast<double>(radii.size() - 1)))];
    };
    return {at(0.1), at(0.5), at(0.9)};
}

}  // namespace milkomeda
