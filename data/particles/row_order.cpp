#include "data/particles/row_order.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "data/base/random.hpp"
#include "data/system/memory.hpp"

namespace milkomeda {
namespace {

// Sorts rows whose keys are all different and lie within a small range: stores each row at the place of its key. Returns
// false, and changes nothing, for other keys.
template <typename Key>
bool sort_by_place(std::span<std::uint32_t> rows, std::span<const Key> keys) {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    const auto key_of = [&](std::uint32_t row) { return keys[row]; };
    const Key least = keys[*std::ranges::min_element(rows, {}, key_of)];
    const Key range = keys[*std::ranges::max_element(rows, {}, key_of)] - least;
    if (range / 2 >= rows.size()) return false;
    std::vector<std::uint32_t> places(static_cast<std::size_t>(range) + 1, none);
    for (const std::uint32_t row : rows)
        if (std::exchange(places[static_cast<std::size_t>(keys[row] - least)], row) != none) return false;
    std::ranges::copy_if(places, rows.begin(), [](std::uint32_t row) { return row != none; });
    return true;
}

// Sorts rows by their keys, keys[row]; rows with equal keys keep their order. Sorts by the digits of the keys, the least
// significant digit first (radix sort), unless sort_by_place() is possible. Both are several times faster than
// comparisons for millions of rows.
template <typename Key>
void sort_by_key(std::span<std::uint32_t> rows, std::span<const Key> keys) {
    if (std::ranges::is_sorted(rows, {}, [&](std::uint32_t row) { return keys[row]; })) return;
    if (sort_by_place(rows, keys)) return;
    struct Keyed {
        Key key;
        std::uint32_t row;
    };
    constexpr std::size_t bits = 11, digits = std::size_t{1} << bits;
    std::vector<Keyed> from(rows.size()), to(rows.size());
    Key varying = 0;  // bits in which the keys differ
    for (std::size_t i = 0; i < rows.size(); ++i) {
        from[i] = {keys[rows[i]], rows[i]};
        varying |= from[i].key ^ from[0].key;
    }
    for (std::size_t shift = 0; shift < 8 * sizeof(Key) && varying >> shift != 0; shift += bits) {
        const auto digit = [&](const Keyed& row) { return static_cast<std::size_t>(row.key >> shift) % digits; };
        std::array<std::size_t, digits + 1> places{};  // places[d + 1]: first place of the digit d + 1
        for (const Keyed& row : from) ++places[digit(row) + 1];
        std::partial_sum(places.begin(), places.end(), places.begin());
        for (const Keyed& row : from) to[places[digit(row)]++] = row;
        std::swap(from, to);
    }
    std::ranges::transform(from, rows.begin(), &Keyed::row);
}

void sort_by_id(std::span<std::uint32_t> rows, std::span<const std::uint32_t> ids) { sort_by_key(rows, ids); }

std::vector<std::uint32_t> all_rows(std::size_t count) {
    std::vector<std::uint32_t> rows(count);
    std::iota(rows.begin(), rows.end(), 0u);
    return rows;
}

void take_ranks(std::vector<std::uint32_t>& ids, std::span<const std::uint64_t> keys) {
    std::vector<std::uint32_t> rows = all_rows(keys.size());
    sort_by_key(std::span(rows), keys);
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i > 0 && keys[rows[i]] != keys[rows[i - 1]]) ++rank;
        ids[rows[i]] = rank;
    }
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
        rows = all_rows(particles.size());
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
    reorder_column(particles.positions, order, first);
    reorder_column(particles.velocities, order, first);
    reorder_column(particles.ids, order, first);
}

std::vector<std::uint32_t> inverse(std::span<const std::uint32_t> order) {
    std::vector<std::uint32_t> rows(order.size());
    parallel_for(order.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) rows[order[i]] = static_cast<std::uint32_t>(i);
    });
    return rows;
}

bool assign_ids(std::vector<std::uint32_t>& ids, std::span<const std::uint64_t> exact_ids) {
    const auto [least, most] = std::ranges::minmax(exact_ids);
    const std::uint64_t begin = least > 0 ? 1 : 0;
    reserve_in_large_pages(ids, exact_ids.size());
    ids.assign(exact_ids.size(), 0);
    const bool fit = most - begin <= std::numeric_limits<std::uint32_t>::max();
    if (fit)
        std::ranges::transform(exact_ids, ids.begin(),
                               [&](std::uint64_t id) { return static_cast<std::uint32_t>(id - begin); });
    else
        take_ranks(ids, exact_ids);
    return fit;
}

void sort_rows_by_id(std::vector<Component>& components, std::span<const std::uint32_t> ids,
                     std::vector<std::uint32_t>& rows) {
    for (const Component& component : components)
        sort_by_id(std::span(rows).subspan(component.first, component.count), ids);
    const auto before = [&](const Component& a, const Component& b) {
        const bool is_heavy = a.perturber.has_value();  // perturbers are sorted to the end
        return is_heavy == b.perturber.has_value() ? ids[rows[a.first]] < ids[rows[b.first]] : !is_heavy;
    };
    if (std::is_sorted(components.begin(), components.end(), before)) return;
    std::stable_sort(components.begin(), components.end(), before);
    std::vector<std::uint32_t> sorted;
    sorted.reserve(rows.size());
    for (Component& component : components) {
        const auto first = rows.begin() + static_cast<std::ptrdiff_t>(std::exchange(component.first, sorted.size()));
        sorted.insert(sorted.end(), first, first + static_cast<std::ptrdiff_t>(component.count));
    }
    rows = std::move(sorted);
}

void sort_by_id(ParticleSet& particles) {
    std::vector<std::uint32_t> rows = all_rows(particles.size());
    sort_rows_by_id(particles.components, particles.ids, rows);
    if (!std::ranges::is_sorted(rows)) reorder(particles, 0, rows);
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
