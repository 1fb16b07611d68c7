#include "data/profiles/ring_attraction.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

using RingNumbers = std::array<double, ring_azimuths>;

// Directions of the points of a ring.
struct RingDirections {
    RingNumbers x, y;

    RingDirections() {
        for (std::size_t k = 0; k < ring_azimuths; ++k) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(k) / ring_azimuths;
            x[k] = std::cos(angle);
            y[k] = std::sin(angle);
        }
    }
};

double mean_pull(std::span<const glm::dvec4> bodies, double radius, const RingDirections& ring, double softening) {
    constexpr double least_square = 1e-100;  // avoids 0 / 0 if a body lies exactly at a point of the ring
    RingNumbers sums{};
    for (const glm::dvec4& body : bodies) {
        const double height_square = body.z * body.z + softening * softening + least_square;
        for (std::size_t k = 0; k < ring_azimuths; ++k) {
            const double dx = radius * ring.x[k] - body.x, dy = radius * ring.y[k] - body.y;
            const double square = dx * dx + dy * dy + height_square;
            sums[k] += body.w * (dx * ring.x[k] + dy * ring.y[k]) / (square * std::sqrt(square));
        }
    }
    return std::accumulate(sums.begin(), sums.end(), 0.0) / ring_azimuths;
}

}  // namespace

std::vector<double> inward_accelerations(std::size_t count, const std::function<glm::dvec4(std::size_t)>& body,
                                         std::span<const double> radii, double softening) {
    const RingDirections ring;
    return parallel_reduce(
        count, std::vector<double>(radii.size()),
        [&](std::size_t begin, std::size_t end) {
            std::vector<glm::dvec4> bodies;
            for (std::size_t i = begin; i < end; ++i) bodies.push_back(body(i));
            std::vector<double> pulls;
            for (const double radius : radii) pulls.push_back(mean_pull(bodies, radius, ring, softening));
            return pulls;
        },
        [](std::vector<double>& total, const std::vector<double>& pulls) {
            std::ranges::transform(total, pulls, total.begin(), std::plus<>{});
        });
}

}  // namespace milkomeda
