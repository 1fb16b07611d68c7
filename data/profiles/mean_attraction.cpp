#include "data/profiles/mean_attraction.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

namespace milkomeda {
namespace {

// Mass of the bodies in a cell, and their sums of mass times distance from the axis and times square of the height.
struct RingCell {
    double mass = 0, distance = 0, height_square = 0;
};

// Maps a distance to the number of its cell: cells have the width scale / count up to the distance `scale`, and are
// wider by a factor beyond this distance.
std::uint64_t cell_of(double distance, double scale, double count) {
    return static_cast<std::uint64_t>(count * std::asinh(distance / scale));
}

// The rings of bodies, by cells of distance and height.
std::vector<RingCell> ring_cells(std::size_t count, const std::function<glm::dvec4(std::size_t)>& body, double extent) {
    constexpr double distances_per_extent = 128, heights_per_extent = 16, flatness = 0.1;
    std::unordered_map<std::uint64_t, RingCell> cells;
    for (std::size_t i = 0; i < count; ++i) {
        const glm::dvec4 at = body(i);
        const double distance = std::sqrt(at.x * at.x + at.y * at.y);
        if (!std::isfinite(distance + at.z)) continue;
        RingCell& cell = cells[cell_of(distance, extent, distances_per_extent) << 32 |
                               cell_of(std::abs(at.z), flatness * extent, heights_per_extent)];
        cell.mass += at.w;
        cell.distance += at.w * distance;
        cell.height_square += at.w * at.z * at.z;
    }
    std::vector<RingCell> found;
    for (const auto& [number, cell] : cells)
        if (cell.mass > 0) found.push_back({cell.mass, cell.distance / cell.mass, cell.height_square / cell.mass});
    return found;
}

}  // namespace

double ring_acceleration(double radius, double ring, double height_square) {
    const double far = (radius + ring) * (radius + ring) + height_square,
                 near = (radius - ring) * (radius - ring) + height_square;
    // The complete elliptic integrals K and E of the parameter 1 - near / far by the arithmetic-geometric mean.
    double a = 1, b = std::sqrt(near / far), power = 0.5, difference = power * (1 - near / far);
    while (a - b > 1e-8 * a) {
        const double next = (a + b) / 2, half = (a - b) / 2;
        b = std::sqrt(a * b);
        a = next;
        power *= 2;
        difference += power * half * half;
    }
    const double k = std::numbers::pi / (a + b), e = k * (1 - difference);
    const double excess = (radius - ring) * (radius + ring) - height_square;
    return (k + excess / near * e) / (std::numbers::pi * radius * std::sqrt(far));
}

std::vector<double> mean_accelerations(std::size_t count, const std::function<glm::dvec4(std::size_t)>& body,
                                       std::span<const double> radii, double softening) {
    constexpr double least_square = 1e-100;  // avoids 0 / 0 if a body lies exactly on one of the rings
    const double addition = softening * softening + least_square;
    std::vector<double> pulls(radii.size());
    for (const RingCell& cell : ring_cells(count, body, radii.back()))
        for (std::size_t i = 0; i < radii.size(); ++i)
            pulls[i] += cell.mass * ring_acceleration(radii[i], cell.distance, cell.height_square + addition);
    return pulls;
}

}  // namespace milkomeda
