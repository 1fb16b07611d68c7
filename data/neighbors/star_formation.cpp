#include "data/neighbors/star_formation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "data/base/formation.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

constexpr float span = static_cast<float>(formation_span_myr / myr_per_time);
constexpr float most_compressed = 4, least_contrast = 0.6f, most_contrast = 2, most_by_meeting = 15;

bool is_disk(const Component& component) { return component.name == "disk"; }

// Returns (density)^(1/4), a factor of the star formation rate (StarFormation::rates). `mass` is the mass of each
// neighbor.
float root_of_density(float mass, const SmoothingKernel& kernel) {
    const float length = kernel.unwidened();
    return length > 0 ? std::sqrt(std::sqrt(mass / length) / length) : 0;  // the cube of the length could overflow
}

// Returns the factor by which the density grows within formation_span_myr.
float growth_of(float compression) { return std::min(std::exp(span * compression), most_compressed); }

// Mean over the bodies of a neighborhood. Bodies of one galaxy's disk count as (vx, vy, vz, 1), all other bodies as 0.
// So w is the fraction of the bodies that belong to the disk.
using Stream = glm::vec4;

// Returns the strength of an encounter of two disks: 4 w1 w2 / (w1 + w2)^2 * v^2 / (v^2 + fast^2), where v is the
// relative velocity of the disks. The strength is from 0 to 1, and near 1 for equal shares of the disks and v far above
// `fast`.
float meeting_of(const Stream& own, const Stream& other) {
    constexpr float fast = static_cast<float>(100 / km_s_per_velocity);
    const float together = own.w + other.w;
    if (!(own.w > 0) || !(other.w > 0)) return 0;
    const glm::vec3 relative_velocity{own / own.w - other / other.w};
    const float speed2 = glm::dot(relative_velocity, relative_velocity);
    return 4 * own.w * other.w / (together * together) * speed2 / (speed2 + fast * fast);
}

// Returns for each disk body the strength of the encounter of its own galaxy's disk with the disks of other galaxies
// near the body, by meeting_of(): 0 to 1.
std::vector<float> meetings(std::span<const Float4> velocities, std::span<const Component> components,
                            std::span<const NearestRows> nearest) {
    std::vector<float> found(velocities.size(), 0);
    std::vector<Stream> own(velocities.size());
    const auto around = [&](std::vector<Stream> streams) {
        for (int mean = 0; mean < 3; ++mean) streams = graph_mean(streams, nearest);
        return streams;
    };
    const auto for_each_row = [&](auto take) {
        for (const Component& component : components)
            if (is_disk(component))
                for (std::size_t row = component.first; row < component.first + component.count; ++row)
                    take(row, component.galaxy);
    };
    std::vector<std::string> galaxies;
    for (const Component& component : components)
        if (is_disk(component) && std::ranges::find(galaxies, component.galaxy) == galaxies.end())
            galaxies.push_back(component.galaxy);
    if (galaxies.size() < 2) return found;
    for_each_row([&](std::size_t row, const std::string&) {
        own[row] = {velocities[row].x, velocities[row].y, velocities[row].z, 1};
    });
    const std::vector<Stream> all = around(own);
    for (const std::string& galaxy : galaxies) {
        std::vector<Stream> streams(velocities.size());
        for_each_row([&](std::size_t row, const std::string& of) {
            if (of == galaxy) streams[row] = own[row];
        });
        streams = around(std::move(streams));
        for_each_row([&](std::size_t row, const std::string& of) {
            if (of == galaxy) found[row] = meeting_of(streams[row], all[row] - streams[row]);
        });
    }
    return found;
}

}  // namespace

StarFormation star_formation(std::span<const Float4> positions, std::span<const Float4> velocities,
                             std::span<const Component> components, std::span<const NearestRows> nearest,
                             std::span<const SmoothingKernel> kernels, std::span<const float> compression) {
    StarFormation found{std::vector<float>(positions.size(), 1)};
    const std::vector<float> meeting = meetings(velocities, components, nearest);
    double roots = 0, grown = 0;
    for (const Component& component : components) {
        if (!is_disk(component) || component.count == 0) continue;
        double quiet = 0;
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            const float root = root_of_density(positions[row].w, kernels[row]);
            const float growth = growth_of(compression[row]), met = 1 + most_by_meeting * meeting[row];
            const float contrast = std::clamp(kernels[row].contrast, least_contrast, most_contrast);
            const float usual = root * contrast * contrast * contrast * contrast;
            // In matter that was compressed earlier and now expands, stars continue to form, for example in a ring
            // behind the crest of a density wave.
            found.rates[row] = usual * (growth > 1 ? growth * growth : std::sqrt(growth)) * met;
            quiet += usual;
            roots += root;
            grown += root * growth * std::sqrt(met);
        }
        const float mean = static_cast<float>(quiet / static_cast<double>(component.count));
        for (std::size_t row = component.first; row < component.first + component.count; ++row)
            found.rates[row] = mean > 0 ? found.rates[row] / mean : 1;
    }
    found.index = roots > 0 ? grown / roots : std::numeric_limits<double>::quiet_NaN();
    return found;
}

double star_formation_index(std::span<const Float4> positions, std::span<const Float4> velocities,
                            std::span<const Component> components) {
    constexpr double most_rows = 16'384;
    double rows = 0;
    for (const Component& component : components)
        if (is_disk(component)) rows += static_cast<double>(component.count);
    const double share = std::min(1.0, most_rows / rows);
    std::vector<Float4> places, ways;
    std::vector<Component> disks;
    for (const Component& component : components) {
        if (!is_disk(component)) continue;
        const auto count = static_cast<std::size_t>(std::ceil(share * static_cast<double>(component.count)));
        disks.push_back({component.name, component.galaxy, places.size(), count, component.mass});
        const auto append = [&](std::vector<Float4>& to, std::span<const Float4> from) {
            const auto taken = from.subspan(component.first, count);
            to.insert(to.end(), taken.begin(), taken.end());
        };
        append(places, positions);
        append(ways, velocities);
    }
    const auto [around, nearest] = surroundings(places, disks);
    return star_formation(places, ways, disks, nearest, smoothing_kernels(around, nearest),
                          shapes_and_flows(places, ways, nearest).compression)
        .index;
}

std::int16_t formation_step(float rate) {
    const float logarithm = std::log2(std::max(rate, 1e-6f)) / max_log2_formation_rate;
    return static_cast<std::int16_t>(std::lround(32'767 * std::clamp(logarithm, -1.0f, 1.0f)));
}

}  // namespace milkomeda
