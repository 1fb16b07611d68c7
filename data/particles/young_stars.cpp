#include "data/particles/young_stars.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "data/particles/row_order.hpp"

namespace milkomeda {

bool has_births(const ParticleSet& particles, const Component& component) {
    const auto rows = std::span(particles.velocities).subspan(component.first, component.count);
    return component.name == young_stars_name &&
           std::ranges::all_of(rows, [](const Float4& velocity) { return is_young_star(velocity); });
}

float number_of_birth(double birth) {
    const auto number = static_cast<float>(birth - latest_birth);
    return number < 0 && std::isfinite(number) ? number : std::numeric_limits<float>::quiet_NaN();
}

std::size_t count_young_stars(const ParticleSet& particles) {
    std::size_t count = 0;
    for (const Component& component : particles.components)
        for (std::size_t row = component.first; is_gas(component) && row < component.first + component.count; ++row)
            count += is_young_star(particles.velocities[row]);
    return count;
}

ParticleSet with_young_stars(ParticleSet particles) {
    if (count_young_stars(particles) == 0) return particles;
    std::vector<Component> components;
    for (const Component& all : particles.components) {
        components.push_back(all);
        if (!is_gas(all)) continue;
        std::vector<std::uint32_t> order(all.count);
        std::iota(order.begin(), order.end(), static_cast<std::uint32_t>(all.first));
        const auto is_still_gas = [&](std::uint32_t row) { return !is_young_star(particles.velocities[row]); };
        const auto stars = std::ranges::stable_partition(order, is_still_gas);
        const double mass_of_stars =
            std::transform_reduce(stars.begin(), stars.end(), 0.0, std::plus<>{},
                                  [&](std::uint32_t row) { return particles.positions[row].w; });
        Component& gas = components.back();
        Component young{std::string{young_stars_name}, all.galaxy, all.first + all.count - stars.size(), stars.size(),
                        mass_of_stars};
        gas.count -= young.count;
        gas.mass -= young.mass;
        reorder(particles, all.first, order);
        if (gas.count == 0) components.pop_back();
        if (young.count > 0) components.push_back(std::move(young));
    }
    particles.components = std::move(components);
    return particles;
}

ParticleSet with_young_stars_in_gas(ParticleSet particles) {
    std::vector<Component> components;
    std::vector<std::vector<SourceRows>> rows;  // of each component
    for (const Component& part : particles.components) {
        const bool has_stars = has_births(particles, part);
        const auto is_same = [&](const Component& other) { return is_gas(other) && other.galaxy == part.galaxy; };
        const auto gas = has_stars ? std::ranges::find_if(components, is_same) : components.end();
        if (gas == components.end()) {
            components.push_back(part);
            if (has_stars) components.back().name = "gas";
            rows.push_back({{part.first, part.count}});
        } else {
            gas->count += part.count;
            gas->mass += part.mass;
            rows[static_cast<std::size_t>(gas - components.begin())].push_back({part.first, part.count});
        }
    }
    const std::vector<std::uint32_t> places = group_by_component(components, rows);
    const auto move = [&](auto& column) {
        if (!column.empty() && !places.empty()) move_to_places(column, places);
    };
    move(particles.positions), move(particles.velocities), move(particles.gas), move(particles.ids);
    particles.components = std::move(components);
    return particles;
}

}  // namespace milkomeda
