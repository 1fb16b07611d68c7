#include "data/profiles/ring_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

// Sums over bodies, each weighted by mass except `bodies`.
struct RingSums {
    std::size_t bodies = 0;
    double mass = 0, enclosed = 0, height_square = 0, sound_square = 0;
    glm::dvec3 velocity{0}, velocity_square{0};
    glm::dvec2 quadrupole{0};

    void add(const SampledBody& body, double distance) {
        const glm::dvec2 outward =
            distance > 0 ? glm::dvec2{body.position} / distance : glm::dvec2{1, 0};  // direction from the axis
        const glm::dvec3 v{body.velocity.x * outward.x + body.velocity.y * outward.y,
                           body.velocity.y * outward.x - body.velocity.x * outward.y, body.velocity.z};
        ++bodies;
        mass += body.mass;
        velocity += body.mass * v;
        velocity_square += body.mass * v * v;
        height_square += body.mass * body.position.z * body.position.z;
        sound_square += body.mass * body.sound_square;
        quadrupole += body.mass * glm::dvec2{outward.x * outward.x - outward.y * outward.y, 2 * outward.x * outward.y};
    }
    void add(const RingSums& other) {
        bodies += other.bodies;
        mass += other.mass;
        enclosed += other.enclosed;
        height_square += other.height_square;
        sound_square += other.sound_square;
        velocity += other.velocity;
        velocity_square += other.velocity_square;
        quadrupole += other.quadrupole;
    }
};

std::vector<RingSums> ring_sums(std::span<const SampledBody> bodies, const RadialBins& bins) {
    const auto sums_of = [&](std::size_t begin, std::size_t end) {
        std::vector<RingSums> sums(bins.count);
        for (const SampledBody& body : bodies.subspan(begin, end - begin)) {
            const double distance = axis_distance(body);
            if (const auto bin = bins.bin_of(distance)) sums[*bin].add(body, distance);
            if (const auto bin = bins.bin_of(glm::length(body.position))) sums[*bin].enclosed += body.mass;
        }
        return sums;
    };
    const auto combine = [](std::vector<RingSums>& total, const std::vector<RingSums>& more) {
        for (std::size_t bin = 0; bin < total.size(); ++bin) total[bin].add(more[bin]);
    };
    return parallel_reduce(bodies.size(), std::vector<RingSums>(bins.count), sums_of, combine);
}

// Returns the median |height| of each bin.
std::vector<double> median_heights(std::span<const SampledBody> bodies, const RadialBins& bins) {
    std::vector<std::vector<std::pair<double, double>>> heights(bins.count);  // |height| and mass
    for (const SampledBody& body : bodies)
        if (const auto bin = bins.bin_of(axis_distance(body)))
            heights[*bin].emplace_back(std::abs(body.position.z), body.mass);
    std::vector<double> medians(bins.count, no_value);
    parallel_for_each(heights, [&](std::vector<std::pair<double, double>>& in_bin) {
        std::ranges::sort(in_bin);
        double mass = 0, below = 0;
        for (const auto& [height, of_body] : in_bin) mass += of_body;
        if (!(mass > 0)) return;
        double& median = medians[static_cast<std::size_t>(&in_bin - heights.data())];
        for (const auto& [height, of_body] : in_bin) {
            median = height;
            if (below += of_body; below >= mass / 2) return;
        }
    });
    return medians;
}

}  // namespace

double RingStatistics::bar_phase() const {
    if (!(mass > 0)) return no_value;
    const double phase = std::atan2(quadrupole.y, quadrupole.x) / 2;
    return phase < 0 ? phase + std::numbers::pi : phase;
}

std::vector<RingStatistics> ring_statistics(std::span<const SampledBody> bodies, const RadialBins& bins,
                                            bool has_medians) {
    const std::vector<RingSums> sums = ring_sums(bodies, bins);
    const std::vector<double> medians =
        has_medians ? median_heights(bodies, bins) : std::vector<double>(bins.count, no_value);
    std::vector<RingStatistics> all;
    double enclosed = 0;
    for (std::size_t bin = 0; bin < bins.count; ++bin) {
        const RingSums& sum = sums[bin];
        const double mass = sum.mass > 0 ? sum.mass : no_value;
        const glm::dvec3 mean = sum.velocity / mass;
        const glm::dvec3 variance = glm::max(sum.velocity_square / mass - mean * mean, glm::dvec3{0});
        all.push_back({.bodies = sum.bodies,
                       .mass = sum.mass,
                       .mean_velocity = mean,
                       .dispersion = sum.bodies > 1 && sum.mass > 0 ? glm::sqrt(variance) : glm::dvec3{no_value},
                       .rms_height = std::sqrt(sum.height_square / mass),
                       .median_height = medians[bin],
                       .sound_square = sum.sound_square / mass,
                       .quadrupole = sum.quadrupole,
                       .enclosed_mass = enclosed += sum.enclosed});
    }
    return all;
}

}  // namespace milkomeda
