// Where the bodies of a run are between two of its snapshots.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Puts the rows into the order that `ids` have. False, and nothing changes, if they are not the same ids or
// if rows would have to be told apart that have the same. Components are then for the caller to set.
bool order_by_ids(ParticleSet& particles, std::span<const std::uint32_t> ids);

struct Rows {
    std::vector<Float4> positions, velocities;
};

// The rows at `time`, model units: the cubics with the positions and velocities of both snapshots, row for
// row, so motion is smooth from each pair to the next and exact where accelerations change linearly. At and
// beyond a snapshot's time its rows as they are; masses change linearly. Both have the same number of rows,
// and before.time < after.time.
void interpolate(const ParticleSet& before, const ParticleSet& after, double time, Rows& rows);

}  // namespace milkomeda
