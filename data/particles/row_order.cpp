#include "data/particles/row_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "data/base/random.hpp"
#include "data/system/memory.hpp"

namespace milkomeda {
namespace {

// Sorts rows by their keys, keys[row]; rows with equal keys keep their order. Sorts by the digits of the keys, the
// least significant digit first (radix sort), which is several times faster than comparisons for millions of rows.
template <typename Key>
void sort_by_key(std::span<std::uint32_t> rows, std::span<const Key> keys) {
    if (std::ranges::is_sorted(rows, {}, [&](std::uint32_t row) { return keys[row]; })) return;
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
    ids.resize(keys.size());
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i > 0 && keys[rows[i]] != keys[rows[i - 1]]) ++rank;
        ids[rows[i]] = rank;
    }
}

// Set of ids within a range. It needs one bit for each id of the range, so that a set of consecutive ids fits into the
// cache of the processor.
class IdSet {
  public:
    IdSet(std::uint32_t least, std::uint32_t most) : least_{least}, words_((most - least) / bits + 1) {}

    // Adds an id. Returns false if the set already contains the id.
    bool add(std::uint32_t id) {
        std::uint64_t& word = words_[(id - least_) / bits];
        const std::uint64_t bit = std::uint64_t{1} << (id - least_) % bits;
        return (std::exchange(word, word | bit) & bit) == 0;
    }
    // Adds the ids of another set of the same range. Returns the number of ids that were in both sets.
    std::size_t add(const IdSet& other) {
        std::size_t in_both = 0;
        for (std::size_t w = 0; w < words_.size(); ++w) {
            in_both += static_cast<std::size_t>(std::popcount(words_[w] & other.words_[w]));
            words_[w] |= other.words_[w];
        }
        return in_both;
    }
    // Prepares the counts for rank(). Must be called after the last id was added, and before rank().
    void count() {
        ranks_.reserve(words_.size());
        std::uint32_t rank = 0;
        for (const std::uint64_t word : words_) {
            ranks_.push_back(rank);
            rank += static_cast<std::uint32_t>(std::popcount(word));
        }
    }
    // Returns the number of ids in the set that are less than `id`.
    std::uint32_t rank(std::uint32_t id) const {
        const std::size_t word = (id - least_) / bits;
        const std::uint64_t less = (std::uint64_t{1} << (id - least_) % bits) - 1;
        return ranks_[word] + static_cast<std::uint32_t>(std::popcount(words_[word] & less));
    }

  private:
    static constexpr std::uint32_t bits = 64;
    std::uint32_t least_;
    std::vector<std::uint64_t> words_;
    std::vector<std::uint32_t> ranks_;  // number of ids in all words before each word
};

// Returns the least and the greatest of the ids. Several threads search.
template <typename Id>
std::pair<Id, Id> limits(std::span<const Id> ids) {
    return parallel_reduce(
        ids.size(), std::pair{ids[0], ids[0]},
        [&](std::size_t begin, std::size_t end) { return least_and_greatest(ids.subspan(begin, end - begin)); },
        [](auto& all, const auto& more) {
            all = {std::min(all.first, more.first), std::max(all.second, more.second)};
        });
}

// Counts the rows whose id also belongs to a preceding row. Each part of the rows has its own set of ids, so that
// several threads can count. `none` is an empty set whose range contains the ids.
std::size_t repeated_in_parts(std::span<const std::uint32_t> ids, std::size_t parts, const IdSet& none) {
    struct Part {
        std::span<const std::uint32_t> ids;
        IdSet set;
        std::size_t repeated = 0;
    };
    std::vector<Part> all;
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t begin = ids.size() * part / parts, end = ids.size() * (part + 1) / parts;
        all.push_back({ids.subspan(begin, end - begin), none});
    }
    parallel_for_each(all, [](Part& part) {
        for (const std::uint32_t id : part.ids) part.repeated += !part.set.add(id);
    });
    std::size_t repeated = all[0].repeated;
    for (std::size_t part = 1; part < parts; ++part) repeated += all[part].repeated + all[0].set.add(all[part].set);
    return repeated;
}

// Sets places[i] to the number of ids that are less than ids[i]. Returns false if some ids are repeated, or if their
// range is so large that an IdSet needs too much memory.
bool place_by_rank(std::span<std::uint32_t> places, std::span<const std::uint32_t> ids) {
    const auto [least, most] = limits(ids);
    constexpr std::size_t bits_per_row = 64;  // with this range, an IdSet needs at most as much memory as sorting
    if ((most - least) / bits_per_row >= ids.size()) return false;
    IdSet set(least, most);
    for (const std::uint32_t id : ids)
        if (!set.add(id)) return false;
    set.count();
    parallel_for(ids.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) places[i] = set.rank(ids[i]);
    });
    return true;
}

// Sets places[i] to the place of ids[i] in ascending order. Equal ids keep their order.
void place_by_id(std::span<std::uint32_t> places, std::span<const std::uint32_t> ids) {
    if (place_by_rank(places, ids)) return;
    std::vector<std::uint32_t> rows = all_rows(ids.size());
    sort_by_id(rows, ids);
    for (std::size_t i = 0; i < rows.size(); ++i) places[rows[i]] = static_cast<std::uint32_t>(i);
}

// Returns the key by which components are sorted: by their smallest ids (`first_id`), with perturbers at the end.
std::pair<bool, std::uint32_t> component_order(const Component& component, std::uint32_t first_id) {
    return {component.perturber.has_value(), first_id};
}

}  // namespace

std::size_t repeated_ids(std::span<const std::uint32_t> ids) {
    const auto descents_in = [&](std::size_t begin, std::size_t end) {
        std::size_t descents = 0;
        for (std::size_t i = std::max<std::size_t>(begin, 1); i < end; ++i) descents += ids[i] <= ids[i - 1];
        return descents;
    };
    const auto add = [](std::size_t& all, std::size_t more) { all += more; };
    if (parallel_reduce(ids.size(), std::size_t{0}, descents_in, add) == 0) return 0;  // the ids ascend
    const auto [least, most] = limits(ids);
    const std::size_t range = std::size_t{most} - least + 1;
    constexpr std::size_t bits_per_id = 32;  // with this range, the sets need at most as much memory as sorting
    if (const std::size_t parts = std::min<std::size_t>(4, bits_per_id * ids.size() / range); parts > 0)
        return repeated_in_parts(ids, parts, IdSet{least, most});
    std::size_t repeated = 0;
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
    const auto reorder_column = [&](auto& column) {
        const auto begin = column.begin() + static_cast<std::ptrdiff_t>(first);
        std::vector copy(begin, begin + static_cast<std::ptrdiff_t>(order.size()));
        parallel_for(order.size(), [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) column[first + i] = copy[order[i] - first];
        });
    };
    reorder_column(particles.positions);
    reorder_column(particles.velocities);
    if (!particles.gas.empty()) reorder_column(particles.gas);
    reorder_column(particles.ids);
}

bool assign_ids(std::vector<std::uint32_t>& ids, std::vector<std::uint64_t>& exact_ids) {
    const auto [least, most] = limits(std::span<const std::uint64_t>(exact_ids));
    const std::uint64_t first = least > 0 ? 1 : 0;
    const bool fit = most - first <= std::numeric_limits<std::uint32_t>::max();
    ids.clear();
    ids.reserve(exact_ids.size());
    if (!fit) take_ranks(ids, std::span<const std::uint64_t>(exact_ids));
    constexpr std::size_t block = 64 * 1024;
    for (std::size_t row = 0; fit && row < exact_ids.size(); row += block) {
        const std::span converted = std::span(exact_ids).subspan(row, std::min(block, exact_ids.size() - row));
        ids.resize(row + converted.size());
        std::ranges::transform(converted, ids.begin() + static_cast<std::ptrdiff_t>(row),
                               [first](std::uint64_t id) { return static_cast<std::uint32_t>(id - first); });
        discard_pages(converted.data(), converted.size_bytes());
    }
    free_memory(exact_ids);
    return fit;
}

std::vector<std::uint32_t> group_by_component(std::vector<Component>& components,
                                              std::span<const std::vector<SourceRows>> ranges) {
    std::size_t rows = 0;
    bool moves = false;
    for (std::size_t c = 0; c < components.size(); ++c) {
        components[c].first = rows;
        for (const SourceRows& range : ranges[c]) {
            moves |= range.first != rows;
            rows += range.count;
        }
    }
    if (!moves) return {};
    std::vector<std::uint32_t> places(rows);
    std::uint32_t next = 0;
    for (const std::vector<SourceRows>& of_component : ranges)
        for (const SourceRows& range : of_component)
            for (std::size_t row = range.first; row < range.first + range.count; ++row) places[row] = next++;
    return places;
}

void sort_by_id(ParticleSet& particles) {
    const auto ids_of = [&](const Component& component) {
        return std::span<const std::uint32_t>(particles.ids).subspan(component.first, component.count);
    };
    struct Sorted {
        Component component;
        std::uint32_t first_id;
    };
    std::vector<Sorted> sorted;
    for (const Component& component : particles.components)
        sorted.push_back({component, std::ranges::min(ids_of(component))});
    const auto key = [](const Sorted& one) { return component_order(one.component, one.first_id); };
    if (std::ranges::is_sorted(sorted, {}, key) &&
        std::ranges::all_of(particles.components,
                            [&](const Component& component) { return std::ranges::is_sorted(ids_of(component)); }))
        return;
    std::ranges::stable_sort(sorted, {}, key);
    std::vector<std::uint32_t> places(particles.size());
    parallel_for_each(sorted, [&](const Sorted& one) {
        place_by_id(std::span(places).subspan(one.component.first, one.component.count), ids_of(one.component));
    });
    std::size_t first = 0;
    for (std::size_t c = 0; c < sorted.size(); ++c) {
        Component& component = particles.components[c] = sorted[c].component;
        for (std::uint32_t& place : std::span(places).subspan(component.first, component.count))
            place += static_cast<std::uint32_t>(first);
        component.first = std::exchange(first, first + component.count);
    }
    move_to_places(particles.ids, places);
    move_to_places(particles.positions, places);
    move_to_places(particles.velocities, places);
    if (!particles.gas.empty()) move_to_places(particles.gas, places);
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
            if (!particles.gas.empty()) std::swap(particles.gas[a], particles.gas[b]);
            std::swap(particles.ids[a], particles.ids[b]);
        }
    }
}

}  // namespace milkomeda
