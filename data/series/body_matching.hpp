// Matching of the bodies of snapshots by their ids.
#pragma once

#include <cstddef>
#include <memory>

#include "data/particles/particles.hpp"
#include "data/particles/rows_by_id.hpp"

namespace milkomeda {

// Comparison of a snapshot with the first snapshot of its series.
struct SnapshotMatch {
    bool are_same = true;     // true if both snapshots have the same bodies in the same components
    std::size_t added = 0;    // bodies that the first snapshot lacks
    std::size_t missing = 0;  // bodies of the first snapshot that this snapshot lacks
};

// Sorts the rows of a later snapshot. If it has the bodies of `first` in the same components, the rows get the order of
// `first`. Otherwise the rows of each component get an order in which bodies keep their relative places in their
// components of `first`, and new bodies have random places that depend on their ids. The first rows of a component
// are then a fair sample, and almost the same sample in all snapshots. `known` finds the rows of `first`.
SnapshotMatch arrange(ParticleSet& particles, const ParticleSet& first, const RowsById& known);

struct SnapshotPair {
    std::shared_ptr<const ParticleSet> before, after;  // row i is the same body in both; null without common bodies
};

// Returns the bodies that both snapshots contain, in the order and the components of `before`. `rows_after` finds the
// rows of `after`. If `after` contains all bodies of `before`, the result contains `before` itself.
SnapshotPair common_bodies(const std::shared_ptr<const ParticleSet>& before,
                           const std::shared_ptr<const ParticleSet>& after, const RowsById& rows_after);

}  // namespace milkomeda
