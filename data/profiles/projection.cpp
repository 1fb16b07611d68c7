#include "data/profiles/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace milkomeda {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

struct VelocitySums {
    std::size_t bodies = 0;
    double mass = 0, velocity = 0, square = 0;

    void add(const SkyBody& body) {
        ++bodies;
        mass += body.mass;
        velocity += body.mass * body.velocity;
        square += body.mass * body.velocity * body.velocity;
    }
    double mean() const { return velocity / mass; }
    double variance() const { return std::max(square / mass - mean() * mean(), 0.0); }
};

// A ring of the fit: distance, logarithm of the surface density, and weight.
struct FittedRing {
    double radius, logarithm, weight;
};

// The straight line logarithm = start - slope R^(1 / n) of least squares, and the sum of the squares.
struct FittedLine {
    double start, slope, squares;
};

FittedLine fitted_line(std::span<const FittedRing> rings, double index) {
    double weight = 0, x_mean = 0, y_mean = 0, xx = 0, xy = 0, squares = 0;
    const auto x_of = [&](const FittedRing& ring) { return std::pow(ring.radius / rings.back().radius, 1 / index); };
    for (const FittedRing& ring : rings) {
        weight += ring.weight;
        x_mean += ring.weight * x_of(ring);
        y_mean += ring.weight * ring.logarithm;
    }
    x_mean /= weight, y_mean /= weight;
    for (const FittedRing& ring : rings) {
        xx += ring.weight * (x_of(ring) - x_mean) * (x_of(ring) - x_mean);
        xy += ring.weight * (x_of(ring) - x_mean) * (ring.logarithm - y_mean);
    }
    const double slope = xy / xx;
    for (const FittedRing& ring : rings) {
        const double rest = ring.logarithm - y_mean - slope * (x_of(ring) - x_mean);
        squares += ring.weight * rest * rest;
    }
    return {y_mean - slope * x_mean, -slope, squares};
}

// Returns the index with the smallest sum of squares: the best of a list of indices, improved by golden sections.
double best_index(std::span<const FittedRing> rings) {
    constexpr double least = 0.5, most = 10, step = 1.05, precision = 1e-9;
    double best = least;
    const auto squares = [&](double index) { return fitted_line(rings, index).squares; };
    for (double index = least; index < most * step; index *= step)
        if (squares(std::min(index, most)) < squares(best)) best = std::min(index, most);
    double from = std::max(best / step, least), to = std::min(best * step, most);
    while (to - from > precision) {
        const double part = (std::numbers::phi - 1) * (to - from);
        if (squares(to - part) < squares(from + part))
            to = from + part;
        else
            from = to - part;
    }
    return (from + to) / 2;
}

}  // namespace

double SkyBody::distance() const { return std::sqrt(x * x + y * y); }

std::vector<SkyBody> on_the_sky(std::span<const SampledBody> bodies, double inclination) {
    const double sine = std::sin(inclination), cosine = std::cos(inclination);
    std::vector<SkyBody> found;
    found.reserve(bodies.size());
    for (const SampledBody& body : bodies)
        found.push_back({body.position.x, cosine * body.position.y + sine * body.position.z, body.mass,
                         sine * body.velocity.y - cosine * body.velocity.z});
    return found;
}

std::vector<SkyRing> sky_rings(std::span<const SkyBody> bodies, const RadialBins& bins) {
    std::vector<VelocitySums> sums(bins.count);
    std::vector<double> rotation(bins.count);
    for (const SkyBody& body : bodies)
        if (const auto bin = bins.bin_of(body.distance())) {
            sums[*bin].add(body);
            rotation[*bin] += body.mass * (body.x < 0 ? -body.velocity : body.velocity);
        }
    std::vector<SkyRing> rings;
    for (std::size_t bin = 0; bin < bins.count; ++bin) {
        const VelocitySums& sum = sums[bin];
        const bool has_mass = sum.mass > 0;
        rings.push_back({sum.bodies, sum.mass, has_mass ? rotation[bin] / sum.mass : none,
                         has_mass && sum.bodies > 1 ? std::sqrt(sum.variance()) : none});
    }
    return rings;
}

double half_mass_radius(std::span<const SkyBody> bodies) {
    std::vector<std::pair<double, double>> distances;  // with masses
    double mass = 0, inside = 0;
    for (const SkyBody& body : bodies) {
        distances.emplace_back(body.distance(), body.mass);
        mass += body.mass;
    }
    if (!(mass > 0)) return none;
    std::ranges::sort(distances);
    for (const auto& [distance, own] : distances)
        if (inside += own; inside >= mass / 2) return distance;
    return distances.back().first;
}

std::optional<SkySpin> sky_spin(std::span<const SkyBody> bodies, double radius) {
    constexpr double bodies_per_cell = 100, fewest_cells = 4, most_cells = 50;
    const auto is_inside = [&](const SkyBody& body) { return body.distance() < radius; };
    const auto inside = static_cast<double>(std::ranges::count_if(bodies, is_inside));
    const double wanted = std::floor(std::sqrt(4 * inside / (bodies_per_cell * std::numbers::pi)));
    const auto across = static_cast<std::size_t>(std::clamp(wanted, fewest_cells, most_cells));
    const double width = 2 * radius / static_cast<double>(across);
    const auto cell_at = [&](double at) {
        return std::min(static_cast<std::size_t>((at + radius) / width), across - 1);
    };
    std::vector<VelocitySums> cells(across * across);
    for (const SkyBody& body : bodies)
        if (is_inside(body)) cells[cell_at(body.y) * across + cell_at(body.x)].add(body);
    double turning = 0, moving = 0, ordered = 0, random = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!(cells[i].mass > 0)) continue;
        const auto middle = [&](std::size_t cell) { return (static_cast<double>(cell) + 0.5) * width - radius; };
        const double weight = cells[i].mass * std::hypot(middle(i % across), middle(i / across));
        const double mean = cells[i].mean(), variance = cells[i].variance();
        turning += weight * std::abs(mean);
        moving += weight * std::sqrt(mean * mean + variance);
        ordered += cells[i].mass * mean * mean;
        random += cells[i].mass * variance;
    }
    if (!(moving > 0)) return std::nullopt;
    return SkySpin{turning / moving, std::sqrt(ordered / random)};
}

double sersic_b(double index) { return 2 * index - 1.0 / 3 + 4 / (405 * index) + 46 / (25515 * index * index); }

std::optional<SersicFit> fit_sersic(std::span<const SkyRing> rings, const RadialBins& bins) {
    constexpr std::size_t fewest_bodies = 10, fewest_rings = 4;
    std::vector<FittedRing> fitted;
    SersicFit fit{none, none, none, none, none};
    for (std::size_t bin = 0; bin < rings.size(); ++bin) {
        if (rings[bin].bodies < fewest_bodies || !(rings[bin].mass > 0)) continue;
        const double inner = bins.inner(bin), outer = bins.outer(bin);
        const double density = rings[bin].mass / (std::numbers::pi * (outer * outer - inner * inner));
        if (fitted.empty()) fit.inner_radius = inner;
        fit.outer_radius = outer;
        fitted.push_back({bins.middle(bin), std::log(density), static_cast<double>(rings[bin].bodies)});
    }
    if (fitted.size() < fewest_rings) return std::nullopt;
    fit.index = best_index(fitted);
    const FittedLine line = fitted_line(fitted, fit.index);
    if (!(line.slope > 0)) return std::nullopt;
    const double b = sersic_b(fit.index);
    fit.effective_radius = fitted.back().radius * std::pow(b / line.slope, fit.index);
    fit.density = std::exp(line.start - b);
    return fit;
}

}  // namespace milkomeda
