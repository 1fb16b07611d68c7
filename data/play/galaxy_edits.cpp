#include "data/play/galaxy_edits.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "data/particles/structure.hpp"

namespace milkomeda {
namespace {

bool has_galaxy(const ParticleSet& particles, const std::string& galaxy) {
    return std::ranges::find(particles.components, galaxy, &Component::galaxy) != particles.components.end();
}

void require_galaxy(const ParticleSet& particles, const std::string& galaxy) {
    if (!has_galaxy(particles, galaxy))
        throw std::invalid_argument("there is no galaxy '" + galaxy + "'; it may have been deleted");
}

template <typename Column>
void append_rows(Column& column, const Column& rows, const Component& component) {
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(component.first);
    column.insert(column.end(), first, first + static_cast<std::ptrdiff_t>(component.count));
}

// Appends the rows of a component for which `belongs` is true, as a component of the galaxy `galaxy`.
template <typename Predicate>
void append_part(ParticleSet& to, const ParticleSet& from, Component component, const std::string& galaxy,
                 const Predicate& belongs) {
    const std::size_t first = to.size(), end = component.first + component.count;
    double mass = 0;
    for (std::size_t row = component.first; row < end; ++row) {
        if (!belongs(row)) continue;
        to.positions.push_back(from.positions[row]);
        to.velocities.push_back(from.velocities[row]);
        to.ids.push_back(from.ids[row]);
        if (!from.gas.empty()) to.gas.push_back(from.gas[row]);
        mass += from.positions[row].w;
    }
    if (to.size() == first) return;
    component.galaxy = galaxy;
    component.first = first;
    component.count = to.size() - first;
    component.mass = mass;
    to.components.push_back(std::move(component));
}

std::span<const Float4> sample_of(const ParticleSet& particles, const Component& component) {
    constexpr std::size_t sampled_rows = 512;
    return std::span{particles.positions}.subspan(component.first, std::min(component.count, sampled_rows));
}

void add(Float4& v, const glm::dvec3& by) { v = float4_of(vector_of(v) + by, v.w); }

}  // namespace

std::string free_galaxy_name(const ParticleSet& particles, const std::string& wanted) {
    std::string name = wanted;
    for (int number = 2; has_galaxy(particles, name); ++number) name = wanted + '-' + std::to_string(number);
    return name;
}

std::string galaxy_title(const std::string& galaxy) { return galaxy.empty() ? "the bodies" : title_of(galaxy); }

ParticleSet append_galaxy(ParticleSet particles, const ParticleSet& galaxy) {
    const std::size_t before = particles.size();
    const std::uint64_t first_id =
        particles.ids.empty() ? 0 : std::uint64_t{*std::ranges::max_element(particles.ids)} + 1;
    const std::uint64_t last_id =
        first_id + (galaxy.ids.empty() ? 0 : std::uint64_t{*std::ranges::max_element(galaxy.ids)});
    if (last_id > std::numeric_limits<std::uint32_t>::max())
        throw std::invalid_argument(
            "no galaxy can be added: the ids of its bodies would exceed 4294967295; the largest id is " +
            std::to_string(first_id - 1));
    // Keeps perturbers at the end by inserting the new galaxy before them.
    const std::size_t held = perturber_count(particles.components), place = before - held;
    for (Component& component : particles.components)
        if (component.perturber) component.first += galaxy.size();
    std::vector<Component> components = galaxy.components;
    for (Component& component : components) component.first += place;
    std::vector<std::uint32_t> ids;
    for (const std::uint32_t id : galaxy.ids) ids.push_back(static_cast<std::uint32_t>(first_id + id));
    const auto insert = [](auto& column, const auto& rows, std::size_t from_end) {
        column.insert(column.end() - static_cast<std::ptrdiff_t>(from_end), rows.begin(), rows.end());
    };
    insert(particles.components, components, held);
    insert(particles.positions, galaxy.positions, held);
    insert(particles.velocities, galaxy.velocities, held);
    insert(particles.ids, ids, held);
    if (particles.gas.empty() && galaxy.gas.empty()) return particles;
    particles.gas.resize(before);  // adds unknown values if only one of the sets has values
    std::vector<GasValues> gas = galaxy.gas;
    gas.resize(galaxy.size());
    insert(particles.gas, gas, held);
    return particles;
}

ParticleSet remove_galaxy(const ParticleSet& particles, const std::string& galaxy) {
    require_galaxy(particles, galaxy);
    ParticleSet rest;
    rest.time = particles.time;
    rest.origin = particles.origin;
    for (Component component : particles.components) {
        if (component.galaxy == galaxy) continue;
        append_rows(rest.positions, particles.positions, component);
        append_rows(rest.velocities, particles.velocities, component);
        append_rows(rest.ids, particles.ids, component);
        if (!particles.gas.empty()) append_rows(rest.gas, particles.gas, component);
        component.first = rest.size() - component.count;
        rest.components.push_back(std::move(component));
    }
    if (perturber_count(rest.components) == rest.components.size())
        throw std::invalid_argument(galaxy_title(galaxy) + " cannot be deleted, because it is the only galaxy");
    return rest;
}

ParticleSet throw_galaxy(ParticleSet particles, const std::string& galaxy, const glm::dvec3& displacement,
                         const glm::dvec3& velocity_change) {
    require_galaxy(particles, galaxy);
    for (const Component& component : particles.components) {
        if (component.galaxy != galaxy) continue;
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            add(particles.positions[row], displacement);
            add(particles.velocities[row], velocity_change);
        }
    }
    return particles;
}

ParticleSet separate_bodies(const ParticleSet& particles, std::span<const std::uint32_t> ids,
                            const std::string& galaxy) {
    const auto is_chosen = [&](std::size_t row) { return std::ranges::binary_search(ids, particles.ids[row]); };
    const std::string name = free_galaxy_name(particles, galaxy);
    ParticleSet apart;
    apart.time = particles.time;
    apart.origin = particles.origin;
    std::size_t others = 0;
    for (const bool chosen : {false, true}) {
        for (const Component& component : particles.components)
            if (!component.perturber)
                append_part(apart, particles, component, chosen ? name : component.galaxy,
                            [&](std::size_t row) { return is_chosen(row) == chosen; });
        if (!chosen) others = apart.size();
    }
    if (others == 0) throw std::invalid_argument("all bodies are chosen: choose a part of them");
    if (others == apart.size()) throw std::invalid_argument("none of the chosen bodies exists any more");
    for (const Component& component : particles.components)
        if (component.perturber)
            append_part(apart, particles, component, component.galaxy, [](std::size_t) { return true; });
    return apart;
}

glm::dvec3 velocity_of_galaxy(const ParticleSet& particles, const std::string& galaxy) {
    glm::dvec3 momentum{0};
    double mass = 0;
    for (const Component& component : core_of_galaxy(particles, galaxy))
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            const double m = particles.positions[row].w;
            momentum += m * vector_of(particles.velocities[row]);
            mass += m;
        }
    return mass > 0 ? momentum / mass : glm::dvec3{0};
}

double half_mass_radius(const ParticleSet& particles, const std::string& galaxy) {
    std::vector<glm::dvec3> core;
    for (const Component& component : core_of_galaxy(particles, galaxy))
        for (const Float4& p : sample_of(particles, component)) core.push_back(vector_of(p));
    if (core.empty()) return 0;
    const glm::dvec3 center = shrinking_mean(std::move(core));
    // radius of each sampled row, and the mass that the row represents
    std::vector<std::pair<double, double>> rows;
    double mass = 0;
    for (const Component& component : particles.components) {
        if (component.galaxy != galaxy) continue;
        const std::span<const Float4> sample = sample_of(particles, component);
        for (const Float4& p : sample) {
            const double each = component.mass / static_cast<double>(sample.size());
            rows.emplace_back(glm::distance(center, vector_of(p)), each);
            mass += each;
        }
    }
    std::ranges::sort(rows);
    double inside = 0;
    for (const auto& [radius, each] : rows)
        if ((inside += each) >= mass / 2) return radius;
    return 0;
}

double mass_of_galaxy(const ParticleSet& particles, const std::string& galaxy) {
    double mass = 0;
    for (const Component& component : particles.components)
        if (component.galaxy == galaxy) mass += component.mass;
    return mass;
}

}  // namespace milkomeda
