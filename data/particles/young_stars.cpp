#include "data/particles/young_stars.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "data/particles/row_order.hpp"

namespace milkomeda {

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

}  // namespace milkomeda
