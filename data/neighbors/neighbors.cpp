#include "data/neighbors/neighbors.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "data/neighbors/kd_tree.hpp"

namespace milkomeda {
namespace {

using Bodies = std::vector<KdTree::Body>;

void append(Bodies& bodies, std::span<const Float4> positions, std::size_t first, std::size_t count) {
    for (std::size_t row = first; row < first + count; ++row) {
        const Float4& p = positions[row];
        if (std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z))
            bodies.push_back({{p.x, p.y, p.z}, p.w, static_cast<std::uint32_t>(row)});
    }
}

// Returns the neighborhood of a body. The density is unbiased, because the masses of the body and of the outermost
// neighbor are excluded (Casertano & Hut 1985, ApJ 298, 80, eq. II.2).
Neighborhood neighborhood(std::span<const Nearest::Neighbor> found) {
    if (found.empty()) return {};
    double mass = 0;
    for (const Nearest::Neighbor& neighbor : found.first(found.size() - 1)) mass += neighbor.mass;
    const double radius = std::sqrt(static_cast<double>(found.back().distance2));
    const double volume = 4.0 / 3 * std::numbers::pi * radius * radius * radius;
    return {static_cast<float>(radius), mass > 0 ? static_cast<float>(mass / volume) : 0};
}

}  // namespace

std::vector<NearestRows> without_neighbors(std::size_t rows) {
    std::vector<NearestRows> nearest(rows);
    for (std::size_t row = 0; row < rows; ++row) nearest[row].fill(static_cast<std::uint32_t>(row));
    return nearest;
}

std::array<std::vector<Component>, 3> kinds_of_neighbors(std::span<const Component> components, std::size_t rows) {
    std::array<std::vector<Component>, 3> kinds;
    auto& [stars, halos, gas] = kinds;
    if (components.empty()) stars.push_back({{}, {}, 0, rows, 0});
    for (const Component& component : components)
        (is_gas(component) ? gas : component.name == "halo" ? halos : stars).push_back(component);
    return kinds;
}

Surroundings surroundings(std::span<const Float4> positions, std::span<const Component> components) {
    Surroundings all{std::vector<Neighborhood>(positions.size()), without_neighbors(positions.size())};
    for (const std::vector<Component>& kind : kinds_of_neighbors(components, positions.size())) {
        Bodies bodies;
        for (const Component& component : kind) append(bodies, positions, component.first, component.count);
        if (bodies.empty()) continue;
        const KdTree tree(std::move(bodies));
        parallel_for(tree.bodies().size(), [&](std::size_t begin, std::size_t end) {
            Nearest nearest(default_neighbors);
            for (std::size_t i = begin; i < end; ++i) {
                tree.find(i, nearest);
                const std::uint32_t row = tree.bodies()[i].row;
                all.around[row] = neighborhood(nearest.found());
                std::ranges::transform(nearest.found(), all.nearest[row].begin(), &Nearest::Neighbor::row);
            }
        });
    }
    return all;
}

}  // namespace milkomeda
