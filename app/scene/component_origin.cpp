#include "app/scene/component_origin.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "data/particles/structure.hpp"
#include "render/look/particle_group.hpp"

namespace milkomeda {
namespace {

// Number of rows in a ring, and sums of the squared heights and squared vertical velocities of these rows.
struct Ring {
    double heights = 0, speeds = 0, rows = 0;
};

float half_radius(std::vector<float> radii) {
    if (radii.empty()) return 1;
    const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
    std::ranges::nth_element(radii, middle);
    return *middle > 0 ? *middle : 1;
}

// Returns the origin of a component that starts in the state `particles`. The caller must set the color number.
ComponentOrigin origin_here(const ParticleSet& particles, const Component& component, const glm::dvec3& center) {
    std::vector<float> radii;
    radii.reserve(component.count);
    for (const Float4& position : std::span{particles.positions}.subspan(component.first, component.count))
        radii.push_back(static_cast<float>(glm::distance(center, vector_of(position))));
    const float half = half_radius(radii);
    return {.first_row = component.first,
            .radii = std::make_shared<const std::vector<float>>(std::move(radii)),
            .half_radius = half,
            .vertical = std::make_shared<const VerticalRanks>(vertical_ranks(particles, component, center))};
}

// Returns the galaxies in the order of their color numbers.
std::vector<std::string> numbered_galaxies(const ParticleSet& particles) {
    std::vector<std::string> names = galaxies(particles);
    if (std::ranges::find(names, "andromeda") == names.end()) return names;
    std::vector<std::string> numbered{"milky-way", "andromeda"};
    for (std::string& name : names)
        if (std::ranges::find(numbered, name) == numbered.end()) numbered.push_back(std::move(name));
    return numbered;
}

}  // namespace

VerticalRanks vertical_ranks(const ParticleSet& particles, const Component& component, const glm::dvec3& center) {
    VerticalRanks vertical{std::vector<float>(component.count, unknown_vertical_rank)};
    if ((component.name != "disk" && !is_gas(component)) || component.count == 0) return vertical;
    const std::size_t first = component.first, end = first + component.count;
    glm::dvec3 drift{0};
    for (std::size_t row = first; row < end; ++row) drift += vector_of(particles.velocities[row]);
    drift /= static_cast<double>(component.count);
    glm::dvec3 spin{0};
    double mean_radius = 0;
    for (std::size_t row = first; row < end; ++row) {
        const glm::dvec3 from = vector_of(particles.positions[row]) - center;
        spin += glm::cross(from, vector_of(particles.velocities[row]) - drift);
        mean_radius += glm::length(from);
    }
    mean_radius /= static_cast<double>(component.count);
    if (!(glm::length(spin) > 0) || !(mean_radius > 0)) return vertical;
    vertical.axis = spin / glm::length(spin);
    if (is_gas(component)) {  // gas lies in the thin layer in which stars form
        std::ranges::fill(vertical.ranks, 0.0f);
        return vertical;
    }

    // Heights and vertical velocities change with the radius, so each row is compared with the rows of its ring.
    constexpr std::size_t rings = 16;
    std::array<Ring, rings> sums{};
    const auto ring_of = [&](const glm::dvec3& from) {
        return std::min(static_cast<std::size_t>(glm::length(from) / mean_radius * 4), rings - 1);
    };
    const auto height_and_speed = [&](std::size_t row) {
        return std::pair{glm::dot(vector_of(particles.positions[row]) - center, vertical.axis),
                         glm::dot(vector_of(particles.velocities[row]) - drift, vertical.axis)};
    };
    for (std::size_t row = first; row < end; ++row) {
        const auto [height, speed] = height_and_speed(row);
        Ring& ring = sums[ring_of(vector_of(particles.positions[row]) - center)];
        ring.heights += height * height;
        ring.speeds += speed * speed;
        ++ring.rows;
    }
    for (std::size_t row = first; row < end; ++row) {
        const Ring& ring = sums[ring_of(vector_of(particles.positions[row]) - center)];
        if (!(ring.heights > 0) || !(ring.speeds > 0)) continue;
        // Vertical energy relative to the mean of the ring. If heights and velocities are normally distributed, the
        // share 1 - exp(-energy) of the rows has less energy.
        const auto [height, speed] = height_and_speed(row);
        const double energy = 0.5 * ring.rows * (height * height / ring.heights + speed * speed / ring.speeds);
        vertical.ranks[row - first] = static_cast<float>(-std::expm1(-energy));
    }
    return vertical;
}

const Component* same_component(const std::vector<Component>& others, const Component& component) {
    const auto found = std::ranges::find_if(others, [&](const Component& other) {
        return other.galaxy == component.galaxy && other.name == component.name && other.count == component.count;
    });
    return found == others.end() ? nullptr : &*found;
}

std::vector<ComponentOrigin> origins_of(const ParticleSet& start) {
    std::vector<ComponentOrigin> origins(start.components.size());
    const std::vector<std::string> numbered = numbered_galaxies(start);
    for (const std::string& galaxy : galaxies(start)) {
        const glm::dvec3 center = center_of_galaxy(start, galaxy);
        for (std::size_t c = 0; c < origins.size(); ++c) {
            if (start.components[c].galaxy != galaxy) continue;
            origins[c] = origin_here(start, start.components[c], center);
            origins[c].galaxy = static_cast<int>(std::ranges::find(numbered, galaxy) - numbered.begin());
        }
    }
    // galaxies() omits galaxies of perturbers. The center of their components is the component's first body.
    for (std::size_t c = 0; c < origins.size(); ++c) {
        if (origins[c].radii) continue;
        const Component& component = start.components[c];
        const glm::dvec3 center = component.count > 0 ? vector_of(start.positions[component.first]) : glm::dvec3{0};
        origins[c] = origin_here(start, component, center);
    }
    return origins;
}

std::vector<ComponentOrigin> origins_of(const ParticleSet& particles, const ParticleSet& before,
                                        const std::vector<ComponentOrigin>& origins_before) {
    int next_galaxy = 0;
    for (const ComponentOrigin& origin : origins_before) next_galaxy = std::max(next_galaxy, origin.galaxy + 1);
    std::vector<ComponentOrigin> origins;
    std::string last_new;
    for (const Component& component : particles.components) {
        if (const Component* const known = same_component(before.components, component)) {
            origins.push_back(origins_before[static_cast<std::size_t>(known - before.components.data())]);
            continue;
        }
        if (!last_new.empty() && component.galaxy != last_new) ++next_galaxy;
        last_new = component.galaxy;
        origins.push_back(origin_here(particles, component, center_of_galaxy(particles, component.galaxy)));
        origins.back().galaxy = next_galaxy;
    }
    return origins;
}

std::vector<ComponentOrigin> origins_of(const ParticleSet& particles, const SeriesStart& start) {
    const std::vector<Component>& known = start.particles->components;
    int galaxies = 0;  // number of color numbers in the first snapshot
    for (const ComponentOrigin& origin : start.origins) galaxies = std::max(galaxies, origin.galaxy + 1);
    std::vector<ComponentOrigin> origins = origins_of(particles);
    for (std::size_t c = 0; c < origins.size(); ++c) {
        const Component& component = particles.components[c];
        ComponentOrigin& origin = origins[c];
        auto radii = *origin.radii;
        auto vertical = *origin.vertical;
        const auto same_galaxy = std::ranges::find(known, component.galaxy, &Component::galaxy);
        origin.galaxy = same_galaxy == known.end()
                            ? galaxies + origin.galaxy
                            : start.origins[static_cast<std::size_t>(same_galaxy - known.begin())].galaxy;
        for (std::size_t i = 0; i < component.count; ++i) {
            const std::uint32_t row = start.rows.row_of(particles.ids[component.first + i]);
            if (row == RowsById::none) continue;
            const auto home = std::ranges::upper_bound(known, row, {}, &Component::first) - 1;
            const ComponentOrigin& before = start.origins[static_cast<std::size_t>(home - known.begin())];
            radii[i] = (*before.radii)[row - home->first];
            if (home->name == component.name) vertical.ranks[i] = before.vertical->ranks[row - home->first];
        }
        const auto same = std::ranges::find_if(known, [&](const Component& other) {
            return other.galaxy == component.galaxy && other.name == component.name;
        });
        if (same != known.end()) {
            const ComponentOrigin& before = start.origins[static_cast<std::size_t>(same - known.begin())];
            origin.first_row = before.first_row;
            origin.half_radius = before.half_radius;
            vertical.axis = before.vertical->axis;
        }
        origin.radii = std::make_shared<const std::vector<float>>(std::move(radii));
        origin.vertical = std::make_shared<const VerticalRanks>(std::move(vertical));
    }
    return origins;
}

}  // namespace milkomeda
