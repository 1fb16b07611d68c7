#include "data/profiles/disk_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "data/profiles/bar.hpp"
#include "data/profiles/principal_axes.hpp"
#include "data/profiles/projection.hpp"

namespace milkomeda {
namespace {

// Returns a sample of the bodies with finite positions and velocities.
std::vector<SampledBody> sampled_disk(const BodyRows& rows, const Component& disk, const GalaxyFrame& frame) {
    constexpr std::size_t most_bodies = 65'536;
    const std::size_t step = (disk.count + most_bodies - 1) / most_bodies;
    std::vector<SampledBody> bodies;
    for (std::size_t row = disk.first; row < disk.first + disk.count; row += step) {
        const SampledBody body{frame.position(vector_of(rows.positions[row])),
                               frame.rotated(vector_of(rows.velocities[row]) - frame.velocity), rows.positions[row].w,
                               DiskShape::nan};
        const glm::dvec3 sum = body.position + body.velocity;
        if (std::isfinite(sum.x + sum.y + sum.z)) bodies.push_back(body);
    }
    return bodies;
}

}  // namespace

DiskShape measure_disk(const BodyRows& rows, const Component& disk, const glm::dvec3& center, double radius) {
    constexpr std::size_t bin_count = 20;
    DiskShape shape;
    if (!(radius > 0) || !std::isfinite(radius)) return shape;
    const GalaxyFrame frame{center, velocity_of_center(rows, disk.galaxy, center),
                            disk_axes(spin_axis(rows, std::span{&disk, 1}, center))};
    const std::vector<SampledBody> bodies = sampled_disk(rows, disk, frame);
    const RadialBins bins{bin_count, radius};
    const std::vector<RingStatistics> rings = ring_statistics(bodies, bins, false);
    RingStatistics whole;
    double height_square = 0;
    for (const RingStatistics& ring : rings) {
        if (!(ring.mass > 0)) continue;
        whole.mass += ring.mass;
        whole.quadrupole += ring.quadrupole;
        height_square += ring.mass * ring.rms_height * ring.rms_height;
    }
    if (!(whole.mass > 0)) return shape;
    shape.bar_strength = whole.bar_strength();
    shape.height = std::sqrt(height_square / whole.mass);
    const auto region = bar_region(rings, bins);
    if (const auto bar = region ? measure_bar(bodies, *region) : std::nullopt) shape.pattern_speed = bar->pattern_speed;
    if (const auto axes = triaxial_shape(bodies, radius)) shape.c_over_a = axes->c_over_a;
    const std::vector<SkyBody> edge_on = on_the_sky(bodies, std::numbers::pi / 2);
    if (const auto spin = sky_spin(edge_on, half_mass_radius(edge_on))) shape.spin = spin->lambda;
    return shape;
}

}  // namespace milkomeda
