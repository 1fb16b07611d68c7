#include "data/particles/structure.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
double dot(const Vec3& a, const Vec3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vec3 vec3(const Float4& row) {
    return {row.x, row.y, row.z};
}

std::vector<Vec3> rows_of(const std::vector<Float4>& column, const Component& component) {
    std::vector<Vec3> rows;
    rows.reserve(component.count);
    for (std::size_t i = component.first; i < component.first + component.count; ++i)
        rows.push_back(vec3(column[i]));
    return rows;
}

Vec3 mean(const std::vector<Vec3>& points) {
    Vec3 sum{};
    for (const Vec3& point : points)
        for (int axis = 0; axis < 3; ++axis) sum[axis] += point[axis];
    for (double& value : sum) value /= static_cast<double>(points.size());
    return sum;
}

Vec3 median(const std::vector<Vec3>& points) {
    Vec3 result{};
    std::vector<double> values(points.size());
    for (int axis = 0; axis < 3; ++axis) {
        std::ranges::transform(points, values.begin(), [axis](const Vec3& point) { return point[axis]; });
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::ranges::nth_element(values, middle);
        result[axis] = *middle;
    }
    return result;
}

Vec3 spin_axis(const std::vector<Vec3>& positions, const std::vector<Vec3>& velocities, const Vec3& centre) {
    const Vec3 velocity = mean(velocities);
    Vec3 spin{};
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Vec3 moment = cross(positions[i] - centre, velocities[i] - velocity);
        for (int axis = 0; axis < 3; ++axis) spin[axis] += moment[axis];
    }
    const double length = std::sqrt(dot(spin, spin));
    if (length == 0) return {0, 0, 1};
    return {spin[0] / length, spin[1] / length, spin[2] / length};
}

}  // namespace

std::vector<std::string> galaxies(const Particles& particles) {
    std::vector<std::string> names;
    for (const Component& component : particles.components)
        if (std::ranges::find(names, component.galaxy) == names.end()) names.push_back(component.galaxy);
    return names;
}

std::vector<Component> core_of_galaxy(const Particles& particles, const std::string& galaxy) {
    for (const char* name : {"bulge", "disk"})
        for (const Component& component : particles.components)
            if (component.galaxy == galaxy && component.name == name) return {component};
    std::vector<Component> all;
    for (const Component& component : particles.components)
        if (component.galaxy == galaxy) all.push_back(component);
    return all;
}

Vec3 shrinking_mean(std::vector<Vec3> points) {
    constexpr int rounds = 15;
    Vec3 centre = median(points);
    const auto half = static_cast<std::ptrdiff_t>((points.size() + 1) / 2);
    for (int round = 0; round < rounds; ++round) {
        const auto nearer = [&centre](const Vec3& a, const Vec3& b) {
            return dot(a - centre, a - centre) < dot(b - centre, b - centre);
        };
        std::nth_element(points.begin(), points.begin() + half - 1, points.end(), nearer);
        const Vec3 moved = mean({points.begin(), points.begin() + half});
        if (moved == centre) break;
        centre = moved;
    }
    return centre;
}

Vec3 centre_of_galaxy(const Particles& particles, const std::string& galaxy) {
    std::vector<Vec3> points;
    for (const Component& component : core_of_galaxy(particles, galaxy))
        for (const Vec3& row : rows_of(particles.positions, component)) points.push_back(row);
    return shrinking_mean(std::move(points));
}

double distance(const Vec3& a, const Vec3& b) {
    return std::sqrt(dot(b - a, b - a));
}

LagrangianRadii lagrangian_radii(const Particles& particles, const Component& component, const Vec3& centre) {
    const std::vector<Vec3> positions = rows_of(particles.positions, component);
    const bool disk = component.name == "disk";
    const Vec3 axis = disk ? spin_axis(positions, rows_of(particles.velocities, component), centre) : Vec3{};

    // Rows of a component have one mass, so shares of the mass are shares of the rows.
    std::vector<double> radii;
    radii.reserve(positions.size());
    for (const Vec3& position : positions) {
        const Vec3 from_centre = position - centre;
        const double height = dot(from_centre, axis);
        radii.push_back(std::sqrt(std::max(0.0, dot(from_centre, from_centre) - height * height)));
    }
    std::ranges::sort(radii);
    const auto at = [&radii](double share) {
        return radii[static_cast<std::size_t>(std::lround(share * static_cast<double>(radii.size() - 1)))];
    };
    return {at(0.1), at(0.5), at(0.9)};
}

}  // namespace milkomeda
