#include "data/neighbors/star_formation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include "data/base/formation.hpp"
#include "data/base/schmidt_law.hpp"
#include "data/base/units.hpp"
#include "data/neighbors/gas_compression.hpp"
#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

constexpr float span = static_cast<float>(formation_span_myr / myr_per_time);
constexpr float most_compressed = 4, least_contrast = 0.6f, most_contrast = 2, most_by_meeting = 15;

constexpr double gas_neighbors = 64;

// Returns true for a disk whose stars form as estimated here, because its galaxy has no gas.
bool is_gasless_disk(const Component& component, std::span<const Component> components) {
    return component.name == "disk" && !has_gas(component, components);
}

// Returns the fourth root of the density at a body, a factor of the star formation rate (StarFormation::rates). The
// density is the mass `mass` of the body, divided by its cubed smoothing length.
float root_of_density(float mass, const SmoothingKernel& kernel) {
    const float length = kernel.unwidened();
    return length > 0 ? std::sqrt(std::sqrt(mass / length) / length) : 0;  // the cube of the length could overflow
}

// Returns the density with the fourth root `root`, or 0 if `root` is NaN.
float density_of(float root) { return root > 0 ? root * root * root * root : 0; }

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
            if (is_gasless_disk(component, components))
                for (std::size_t row = component.first; row < component.first + component.count; ++row)
                    take(row, component.galaxy);
    };
    std::vector<std::string> galaxies;
    for (const Component& component : components)
        if (is_gasless_disk(component, components) && std::ranges::find(galaxies, component.galaxy) == galaxies.end())
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

// Returns for each body of `disk` its heat: the velocity variance of the neighbors in the disk, divided by the variance
// in the whole disk. The heat of a rotating disk is about 0.1, the heat of a remnant without rotation about 1.
std::vector<float> heat_of(const Component& disk, std::span<const Float4> velocities,
                           std::span<const NearestRows> nearest) {
    // sums over bodies: velocity, squared speed, and number of bodies
    struct Motion {
        glm::dvec3 velocity{0};
        double square = 0, count = 0;

        void add(const Float4& v) {
            const glm::dvec3 own{v.x, v.y, v.z};
            velocity += own, square += glm::dot(own, own), ++count;
        }
        // variance, corrected for the small number of bodies
        float variance() const {
            if (count < 2) return 0;
            return static_cast<float>(std::max(square - glm::dot(velocity, velocity) / count, 0.0) / (count - 1));
        }
    };
    Motion whole;
    for (std::size_t row = disk.first; row < disk.first + disk.count; ++row) whole.add(velocities[row]);
    std::vector<float> heat(disk.count, 0);
    if (!(whole.variance() > 0)) return heat;
    const auto for_each_neighbor = [&](std::size_t row, auto take) {
        take(row);
        for (const std::uint32_t other : nearest[row])
            if (other != row && other >= disk.first && other < disk.first + disk.count) take(std::size_t{other});
    };
    parallel_for(disk.count, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Motion around;
            for_each_neighbor(disk.first + i, [&](std::size_t row) { around.add(velocities[row]); });
            heat[i] = around.variance() / whole.variance();
        }
    });
    // The variance of 17 bodies has a random error of a quarter, so it is averaged over neighbors.
    for (int mean = 0; mean < 2; ++mean) {
        const std::vector<float> before = heat;
        parallel_for(disk.count, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                float sum = 0, count = 0;
                for_each_neighbor(disk.first + i, [&](std::size_t row) { sum += before[row - disk.first], ++count; });
                heat[i] = sum / count;
            }
        });
    }
    return heat;
}

// Returns the median density of a disk's bodies, as mass per cubed smoothing length.
float median_density(const Component& disk, std::span<const Float4> positions,
                     std::span<const SmoothingKernel> kernels) {
    std::vector<float> densities(disk.count);
    for (std::size_t i = 0; i < disk.count; ++i)
        densities[i] = density_of(root_of_density(positions[disk.first + i].w, kernels[disk.first + i]));
    const auto middle = densities.begin() + static_cast<std::ptrdiff_t>(disk.count / 2);
    std::ranges::nth_element(densities, middle);
    return *middle;
}

// Returns the order of a disk's rotation: the length of the mean of the unit vectors along the angular momenta of its
// bodies, relative to the mean position and velocity of its bodies weighted by density. The order is 1 for a thin disk
// or without motion, and small for a remnant.
float order_of(const Component& disk, std::span<const Float4> positions, std::span<const Float4> velocities,
               std::span<const SmoothingKernel> kernels) {
    glm::dvec3 place{0}, velocity{0}, sum{0};
    double weights = 0;
    const auto vector = [](const Float4& v) { return glm::dvec3{v.x, v.y, v.z}; };
    const std::size_t end = disk.first + disk.count;
    for (std::size_t row = disk.first; row < end; ++row) {
        const double weight = density_of(root_of_density(positions[row].w, kernels[row]));
        if (!(weight > 0) || !std::isfinite(weight)) continue;
        place += weight * vector(positions[row]);
        velocity += weight * vector(velocities[row]);
        weights += weight;
    }
    if (!(weights > 0)) return 1;
    double count = 0;
    for (std::size_t row = disk.first; row < end; ++row) {
        const glm::dvec3 spin =
            glm::cross(vector(positions[row]) - place / weights, vector(velocities[row]) - velocity / weights);
        const double length = glm::length(spin);
        if (!(length > 0) || !std::isfinite(length)) continue;
        sum += spin / length;
        ++count;
    }
    return count > 0 ? static_cast<float>(glm::length(sum) / count) : 1;
}

// Returns the factor by which a loss of ordered rotation reduces the star formation rate of a whole disk.
float rate_at_order(float order) {
    constexpr float lost = 0.4f, kept = 0.8f, least = 0.02f;
    const float share = std::clamp((order - lost) / (kept - lost), 0.0f, 1.0f);
    return std::max(share * share * (3 - 2 * share), least);
}

// Returns the factor by which heat and low density reduce the star formation rate. `density` is the density relative to
// the median density of the disk.
float quenching(float heat, float density) {
    constexpr float hot = 0.3f, thin = 1.0f / 30;
    const float heats = heat / hot, thins = thin / std::max(density, 1e-6f);
    return 1 / ((1 + heats * heats * heats) * (1 + thins * thins * thins * thins));
}

}  // namespace

double formation_rate(double surface_density) {
    const double solar = surface_density * solar_masses_per_pc2;
    return solar < SchmidtLaw::threshold ? 0 : std::pow(solar, SchmidtLaw::power) / SchmidtLaw::time;
}

double reference_formation_rate() { return formation_rate(10 / solar_masses_per_pc2); }

double surface_density_of_gas(double mass, double smoothing_length) {
    if (!(smoothing_length > 0)) return 0;
    const double density = gas_neighbors * mass / (4 * std::numbers::pi / 3 * std::pow(smoothing_length, 3));
    const double of_sheet = density * smoothing_length / 1.5;
    const double of_layer =
        isothermal_sound_speed(1e4) * std::sqrt(2 * SchmidtLaw::gas_share * density / std::numbers::pi);
    return std::max(of_sheet, of_layer);
}

double star_formation_rate(std::span<const Float4> positions, std::span<const Float4> velocities,
                           std::span<const Component> components) {
    double rate = 0;
    bool is_known = false;
    for (const Component& component : components)
        for (std::size_t row = component.first; is_gas(component) && row < component.first + component.count; ++row) {
            const double mass = positions[row].w, length = velocities[row].w;
            if (!(length > 0)) continue;
            is_known = true;
            rate += mass * formation_rate(surface_density_of_gas(mass, length));
        }
    return is_known ? rate * solar_masses_per_mass / (1e6 * myr_per_time) : std::numeric_limits<double>::quiet_NaN();
}

StarFormation star_formation(std::span<const Float4> positions, std::span<const Float4> velocities,
                             std::span<const Component> components, std::span<const NearestRows> nearest,
                             std::span<const SmoothingKernel> kernels, std::span<const float> compression) {
    StarFormation found{std::vector<float>(positions.size(), 1)};
    const std::vector<float> meeting = meetings(velocities, components, nearest);
    double roots = 0, grown = 0;
    for (const Component& component : components)
        for (std::size_t row = component.first; is_gas(component) && row < component.first + component.count; ++row) {
            if (is_young_star(velocities[row])) {
                found.rates[row] = 0;
                continue;
            }
            const double length = gas_smoothing_length(velocities[row], kernels[row]);
            found.rates[row] = static_cast<float>(formation_rate(surface_density_of_gas(positions[row].w, length)) /
                                                  reference_formation_rate());
        }
    for (const Component& component : components) {
        if (!is_gasless_disk(component, components) || component.count == 0) continue;
        const std::vector<float> heat = heat_of(component, velocities, nearest);
        const float median = median_density(component, positions, kernels);
        const float ordered = rate_at_order(order_of(component, positions, velocities, kernels));
        double quiet = 0;
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            const float root = root_of_density(positions[row].w, kernels[row]);
            const float growth = growth_of(compression[row]), met = 1 + most_by_meeting * meeting[row];
            const float contrast = std::clamp(kernels[row].contrast, least_contrast, most_contrast);
            const float usual = root * contrast * contrast * contrast * contrast;
            // In matter that was compressed earlier and now expands, stars continue to form, for example in a ring
            // behind the crest of a density wave. For growth < 1, the rate therefore falls only with the square root of
            // the growth.
            const float density = median > 0 ? density_of(root) / median : 1;
            found.rates[row] = usual * (growth > 1 ? growth * growth : std::sqrt(growth)) * met *
                               quenching(heat[row - component.first], density) * ordered;
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
        if (is_gasless_disk(component, components)) rows += static_cast<double>(component.count);
    const double share = std::min(1.0, most_rows / rows);
    std::vector<Float4> places, ways;
    std::vector<Component> disks;
    for (const Component& component : components) {
        if (!is_gasless_disk(component, components)) continue;
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
