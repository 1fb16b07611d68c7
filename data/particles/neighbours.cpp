#include "data/particles/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "data/base/parallel.hpp"
#include "data/particles/kd_tree.hpp"

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

// Neither the body in the middle nor the outermost neighbour counts: then the density is right on average
// (Casertano & Hut 1985, ApJ 298, 80, eq. II.2).
Neighbourhood neighbourhood(std::span<const Nearest::Neighbour> found) {
    if (found.empty()) return {};
    double mass = 0;
    for (const Nearest::Neighbour& neighbour : found.first(found.size() - 1)) mass += neighbour.mass;
    const double radius = std::sqrt(static_cast<double>(found.back().distance2));
    const double volume = 4.0 / 3 * std::numbers::pi * radius * radius * radius;
    return {static_cast<float>(radius), mass > 0 ? static_cast<float>(mass / volume) : 0};
}

void fill(std::vector<Neighbourhood>& all, Bodies bodies, std::size_t neighbours) {
    if (bodies.empty()) return;
    const KdTree tree(std::move(bodies));
    parallel_for(tree.bodies().size(), [&](std::size_t begin, std::size_t end) {
        Nearest nearest(neighbours);
        for (std::size_t i = begin; i < end; ++i) {
            tree.find(i, nearest);
            all[tree.bodies()[i].row] = neighbourhood(nearest.found());
        }
    });
}

}  // namespace

std::array<std::vector<Component>, 2> kinds_of_neighbours(std::span<const Component> components,
                                                          std::size_t rows) {
    std::array<std::vector<Component>, 2> kinds;
    auto& [stars, halos] = kinds;
    if (components.empty()) stars.push_back({{}, {}, 0, rows, 0});
    for (const Component& component : components)
        (component.name == "halo" ? halos : stars).push_back(component);
    return kinds;
}

std::vector<Neighbourhood> neighbourhoods(std::span<const Float4> positions,
                                          std::span<const Component> components, std::size_t neighbours) {
    std::vector<Neighbourhood> all(positions.size());
    for (const std::vector<Component>& kind : kinds_of_neighbours(components, positions.size())) {
        Bodies bodies;
        for (const Component& component : kind) append(bodies, positions, component.first, component.count);
        fill(all, std::move(bodies), neighbours);
    }
    return all;
}

std::vector<float> smoothing_lengths(std::span<const Float4> positions, std::span<const Component> components,
                                     std::size_t neighbours) {
    std::vector<float> lengths;
    lengths.reserve(positions.size());
    for (const Neighbourhood& around : neighbourhoods(positions, components, neighbours))
        lengths.push_back(around.radius);
    return lengths;
}

}  // namespace milkomeda
