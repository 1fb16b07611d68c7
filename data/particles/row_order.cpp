#include "data/particles/row_order.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "data/base/parallel.hpp"
#include "data/base/random.hpp"
#include "data/system/memory.hpp"

namespace milkomeda {
namespace {

// Sorts rows by id; rows with equal ids keep their order. Sorts by three digits of the ids, the least significant digit
// first (radix sort), which is several times faster than comparisons for millions of rows.
void sort_by_id(std::span<std::uint32_t> rows, const std::vector<std::uint32_t>& ids) {
    if (std::ranges::is_sorted(rows, {}, [&](std::uint32_t row) { return ids[row]; })) return;
    constexpr std::size_t bits = 11, digits = std::size_t{1} << bits;
    std::vector<std::uint64_t> from(rows.size()), to(rows.size());  // ids in the upper half, rows in the lower half
    std::ranges::transform(rows, from.begin(),
                           [&](std::uint32_t row) { return std::uint64_t{ids[row]} << 32 | std::uint64_t{row}; });
    for (std::size_t shift = 32; shift < 64; shift += bits) {
        std::array<std::size_t, digits + 1> places{};  // places[d + 1]: first place of the digit d + 1
        const auto digit = [&](std::uint64_t key) { return static_cast<std::size_t>(key >> shift) % digits; };
        for (const std::uint64_t key : from) ++places[digit(key) + 1];
        std::partial_sum(places.begin(), places.end(), places.begin());
        for (const std::uint64_t key : from) to[places[digit(key)]++] = key;
        std::swap(from, to);
    }
    std::ranges::transform(from, rows.begin(), [](std::uint64_t key) { return static_cast<std::uint32_t>(key); });
}

void take_ranks(ParticleSet& particles, std::span<const std::uint64_t> keys) {
    std::vector<std::uint32_t> rows(particles.size());
    std::iota(rows.begin(), rows.end(), 0u);
    std::sort(rows.begin(), rows.end(),
              [&](std::uint32_t a, std::uint32_t b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i > 0 && keys[rows[i]] != keys[rows[i - 1]]) ++rank;
        particles.ids[rows[i]] = rank;
    }
}

// Restores the original order of components, because some file formats store components in a different order.
void sort_components_by_first_id(ParticleSet& particles) {
    std::vector<Component>& components = particles.components;
    const auto before = [&](const Component& a, const Component& b) {
        const bool is_heavy = a.perturber.has_value();  // perturbers are sorted to the end
        return is_heavy == b.perturber.has_value() ? particles.ids[a.first] < particles.ids[b.first] : !is_heavy;
    };
    if (std::is_sorted(components.begin(), components.end(), before)) return;
    std::stable_sort(components.begin(), components.end(), before);
    std::vector<std::uint32_t> rows;
    rows.reserve(particles.size());
    for (Component& component : components) {
        const std::size_t first = std::exchange(component.first, rows.size());
        for (std::size_t i = 0; i < component.count; ++i) rows.push_back(static_cast<std::uint32_t>(first + i));
    }
    reorder(particles, 0, rows);
}

}  // namespace

std::size_t repeated_ids(std::span<const std::uint32_t> ids) {
    const std::size_t most = *std::max_element(ids.begin(), ids.end());
    std::size_t repeated = 0;
    if (constexpr std::size_t bits_per_id = 32; most < bits_per_id * ids.size()) {
        std::vector<bool> seen(most + 1);
        for (const std::uint32_t id : ids) {
            repeated += seen[id];
            seen[id] = true;
        }
        return repeated;
    }
    std::vector<std::uint32_t> sorted(ids.begin(), ids.end());
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 1; i < sorted.size(); ++i) repeated += sorted[i] == sorted[i - 1];
    return repeated;
}

std::vector<std::uint32_t> written_order(const ParticleSet& particles, std::span<const std::size_t> group) {
    std::vector<std::uint32_t> rows;
    rows.reserve(particles.size());
    if (group.empty()) {
        rows.resize(particles.size());
        std::iota(rows.begin(), rows.end(), 0u);
        sort_by_id(rows, particles.ids);
        return rows;
    }
    const std::size_t groups = *std::max_element(group.begin(), group.end()) + 1;
    for (std::size_t g = 0; g < groups; ++g) {
        const std::size_t begin = rows.size();
        for (std::size_t c = 0; c < group.size(); ++c) {
            const Component& component = particles.components[c];
            for (std::size_t row = component.first; group[c] == g && row < component.first + component.count; ++row)
                rows.push_back(static_cast<std::uint32_t>(row));
        }
        sort_by_id(std::span(rows).subspan(begin), particles.ids);
    }
    return rows;
}

void reorder(ParticleSet& particles, std::size_t first, std::span<const std::uint32_t> order) {
    const auto reorder_column = [&](auto& column) {
        const auto begin = column.begin() + static_cast<std::ptrdiff_t>(first);
        std::vector copy(begin, begin + static_cast<std::ptrdiff_t>(order.size()));
        parallel_for(order.size(), [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) column[first + i] = copy[order[i] - first];
        });
    };
    reorder_column(particles.positions);
    reorder_column(particles.velocities);
    reorder_column(particles.ids);
}

bool assign_ids(ParticleSet& particles, std::span<const std::uint64_t> ids) {
    const auto [least, most] = std::ranges::minmax(ids);
    const std::uint64_t begin = least > 0 ? 1 : 0;
    reserve_in_large_pages(particles.ids, particles.size());
    particles.ids.assign(particles.size(), 0);
    const bool fit = most - begin <= std::numeric_limits<std::uint32_t>::max();
    if (fit)
        std::ranges::transform(ids, particles.ids.begin(),
                               [&](std::uint64_t id) { return static_cast<std::uint32_t>(id - begin); });
    else
        take_ranks(particles, ids);
    sort_by_id(particles);
    return fit;
}

void sort_by_id(ParticleSet& particles) {
    sort_components_by_id(particles);
    sort_components_by_first_id(particles);
}

void sort_components_by_id(ParticleSet& particles) {
    for (const Component& component : particles.components) {
        const auto begin = particles.ids.begin() + static_cast<std::ptrdiff_t>(component.first);
        if (std::is_sorted(begin, begin + static_cast<std::ptrdiff_t>(component.count))) continue;
        std::vector<std::uint32_t> rows(component.count);
        std::iota(rows.begin(), rows.end(), static_cast<std::uint32_t>(component.first));
        sort_by_id(rows, particles.ids);
        reorder(particles, component.first, rows);
    }
}

void shuffle_components(ParticleSet& particles, std::uint64_t seed) {
    for (std::size_t stream = 0; stream < particles.components.size(); ++stream) {
        const Component& component = particles.components[stream];
        Random random(seed, stream);
        // Fisher-Yates shuffle: all orders are equally likely.
        for (std::size_t left = component.count; left > 1; --left) {
            const std::size_t a = component.first + left - 1;
            const std::size_t b = component.first + random.below(static_cast<std::uint32_t>(left));
            std::swap(particles.positions[a], particles.positions[b]);
            std::swap(particles.velocities[a], particles.velocities[b]);
            std::swap(particles.ids[a], particles.ids[b]);
        }
    }
}

}  // namespace milkomeda
