#include "data/series/body_matching.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "data/particles/row_order.hpp"

namespace milkomeda {
namespace {

// Returns the relative place of a body in its component of `first`, scaled to the range from 0 to 2^32 - 1. `row` is
// the body's row in `first`. For a new body (`row` is `none`), returns a hash of the id.
std::uint64_t place_of(std::uint32_t row, std::uint32_t id, const ParticleSet& first) {
    if (row == RowsById::none) return id * 0x9e3779b97f4a7c15 >> 32;
    const auto next = std::ranges::upper_bound(first.components, row, {}, &Component::first);
    const Component& component = *(next - 1);
    return ((row - component.first) << 32) / component.count;
}

void append_row(const ParticleSet& from, std::size_t row, ParticleSet& to) {
    to.positions.push_back(from.positions[row]);
    to.velocities.push_back(from.velocities[row]);
    to.ids.push_back(from.ids[row]);
}

// Returns an empty particle set with the time and the origin of `particles` and room for its rows.
ParticleSet empty_like(const ParticleSet& particles) {
    ParticleSet empty;
    empty.time = particles.time;
    empty.origin = particles.origin;
    empty.positions.reserve(particles.size());
    empty.velocities.reserve(particles.size());
    empty.ids.reserve(particles.size());
    return empty;
}

}  // namespace

SnapshotMatch arrange(ParticleSet& particles, const ParticleSet& first, const RowsById& known) {
    SnapshotMatch match{particles.size() == first.size(), 0, 0};
    std::vector<std::uint32_t> order(first.size(), RowsById::none);  // order[r]: row of the body with row r in `first`
    for (const Component& component : particles.components) {
        const auto home = std::ranges::find_if(first.components, [&](const Component& other) {
            return other.galaxy == component.galaxy && other.name == component.name;
        });
        const bool is_known = home != first.components.end() && home->count == component.count;
        match.are_same &= is_known;
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            const std::uint32_t before = known.row_of(particles.ids[row]);
            const bool is_new = before == RowsById::none || order[before] != RowsById::none;
            match.added += is_new;
            if (!is_new) order[before] = static_cast<std::uint32_t>(row);
            match.are_same &= !is_new && is_known && before - home->first < home->count;
        }
    }
    match.missing = first.size() + match.added - particles.size();
    if (match.are_same) {
        reorder(particles, 0, order);
        particles.components = first.components;
        return match;
    }
    std::vector<std::uint64_t> places;  // place in the upper bits, and row in the lower bits
    for (const Component& component : particles.components) {
        places.resize(component.count);
        for (std::size_t i = 0; i < component.count; ++i) {
            const std::size_t row = component.first + i;
            const std::uint32_t id = particles.ids[row];
            places[i] = place_of(known.row_of(id), id, first) << 32 | row;
        }
        std::ranges::sort(places);
        order.resize(places.size());
        for (std::size_t i = 0; i < places.size(); ++i) order[i] = static_cast<std::uint32_t>(places[i]);
        reorder(particles, component.first, order);
    }
    return match;
}

SnapshotPair common_bodies(const std::shared_ptr<const ParticleSet>& before,
                           const std::shared_ptr<const ParticleSet>& after, const RowsById& rows_after) {
    ParticleSet later = empty_like(*after);
    std::vector<std::uint32_t> kept;  // rows of `before`
    kept.reserve(before->size());
    for (std::size_t row = 0; row < before->size(); ++row) {
        const std::uint32_t found = rows_after.row_of(before->ids[row]);
        if (found == RowsById::none) continue;
        kept.push_back(static_cast<std::uint32_t>(row));
        append_row(*after, found, later);
    }
    if (kept.empty()) return {};
    if (kept.size() == before->size()) return {before, std::make_shared<const ParticleSet>(std::move(later))};
    ParticleSet earlier = empty_like(*before);
    for (const std::uint32_t row : kept) append_row(*before, row, earlier);
    auto end = kept.begin();
    for (Component component : before->components) {
        const auto begin = std::exchange(end, std::ranges::lower_bound(kept, component.first + component.count));
        component.first = static_cast<std::size_t>(begin - kept.begin());
        component.count = static_cast<std::size_t>(end - begin);
        component.mass = mass_of(std::span{earlier.positions}.subspan(component.first, component.count));
        if (component.count > 0) earlier.components.push_back(std::move(component));
    }
    return {std::make_shared<const ParticleSet>(std::move(earlier)),
            std::make_shared<const ParticleSet>(std::move(later))};
}

}  // namespace milkomeda
