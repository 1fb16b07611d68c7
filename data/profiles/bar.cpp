#include "data/profiles/bar.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

using Complex = std::complex<double>;

// Contribution of a body to the Fourier coefficient C + i S, and its time derivative.
struct FourierTerm {
    Complex value, rate;
};

FourierTerm fourier_term(const SampledBody& body, const BarRegion& region) {
    const double distance = axis_distance(body);
    if (!(distance > 0)) return {};
    const BarWeight weight = bar_weight(region, distance);
    if (weight.value == 0) return {};
    const Complex outward{body.position.x / distance, body.position.y / distance};
    const Complex velocity = Complex{body.velocity.x, body.velocity.y} * std::conj(outward);  // along R and phi
    const Complex twice = body.mass * outward * outward;
    return {weight.value * twice,
            twice * Complex{weight.slope * velocity.real(), 2 * weight.value * velocity.imag() / distance}};
}

// Adds terms of all bodies with the function `term` of a body.
template <typename Sum, typename Term>
Sum sum_over(std::span<const SampledBody> bodies, Term term) {
    const auto add = [](Sum& total, const Sum& more) { total += more; };
    return parallel_reduce(
        bodies.size(), Sum{},
        [&](std::size_t begin, std::size_t end) {
            Sum sum{};
            for (const SampledBody& body : bodies.subspan(begin, end - begin)) sum += term(body);
            return sum;
        },
        add);
}

FourierTerm& operator+=(FourierTerm& total, const FourierTerm& term) {
    total.value += term.value;
    total.rate += term.rate;
    return total;
}

// Returns the difference of the phases of two bars in radians, at most a quarter of a turn.
double phase_difference(const glm::dvec2& a, const glm::dvec2& b) {
    return std::abs(std::atan2(a.x * b.y - a.y * b.x, glm::dot(a, b))) / 2;
}

}  // namespace

BarWeight bar_weight(const BarRegion& region, double distance) {
    const double inner = region.inner * region.inner, outer = region.outer * region.outer, square = distance * distance;
    const double offset = region.inner > 0 ? (2 * square - inner - outer) / (outer - inner) : square / outer;
    const double slope = region.inner > 0 ? 4 * distance / (outer - inner) : 2 * distance / outer;
    const double q = std::abs(offset), rest = 1 - q;
    if (!(q < 1)) return {0, 0};
    return {rest * rest * (1 + 2 * q), -6 * q * rest * std::copysign(slope, offset)};
}

std::optional<BarRegion> bar_region(std::span<const RingStatistics> rings, const RadialBins& bins) {
    constexpr double least_share = 0.5, most_degrees = 10;
    const auto peak =
        std::ranges::max_element(rings, {}, [](const RingStatistics& ring) { return glm::length(ring.quadrupole); });
    if (peak == rings.end() || !(glm::length(peak->quadrupole) > 0)) return std::nullopt;
    const auto belongs = [&](std::size_t bin) {
        return rings[bin].mass > 0 && rings[bin].bar_strength() >= least_share * peak->bar_strength() &&
               phase_difference(rings[bin].quadrupole, peak->quadrupole) < most_degrees * std::numbers::pi / 180;
    };
    std::size_t first = static_cast<std::size_t>(peak - rings.begin()), last = first;
    while (first > 0 && belongs(first - 1)) --first;
    while (last + 1 < rings.size() && belongs(last + 1)) ++last;
    return BarRegion{bins.inner(first), bins.outer(last)};
}

std::optional<Bar> measure_bar(std::span<const SampledBody> bodies, const BarRegion& region) {
    const auto sum = sum_over<FourierTerm>(bodies, [&](const SampledBody& body) { return fourier_term(body, region); });
    if (!(std::abs(sum.value) > 0)) return std::nullopt;
    const double speed = (sum.rate / sum.value).imag() / 2;
    // First-order change of the pattern speed by a body; the sum of the squares is the variance.
    const auto influence_square = [&](const SampledBody& body) {
        const FourierTerm term = fourier_term(body, region);
        const double influence = ((term.rate - term.value * (sum.rate / sum.value)) / sum.value).imag() / 2;
        return influence * influence;
    };
    const double turn = std::arg(sum.value) / 2;
    return Bar{turn < 0 ? turn + std::numbers::pi : turn, speed, std::sqrt(sum_over<double>(bodies, influence_square))};
}

}  // namespace milkomeda
