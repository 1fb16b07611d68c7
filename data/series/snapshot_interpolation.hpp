// Interpolation of the bodies' positions between two snapshots.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Sorts the rows into the order of `ids`. Returns false without changes if the ids differ or are not unique.
// The caller must then set the components.
bool order_by_ids(ParticleSet& particles, std::span<const std::uint32_t> ids);

struct Rows {
    std::vector<Float4> positions, velocities;
};

// Interpolates at `time` (model units), row by row, by cubic polynomials that match positions and velocities
// of both snapshots. The motion is smooth across snapshots, and exact if accelerations change linearly. At or
// outside the snapshots' times it copies the nearest snapshot; masses change linearly. Requires equal numbers
// of rows and before.time < after.time.
void interpolate(const ParticleSet& before, const ParticleSet& after, double time, Rows& rows);

}  // namespace milkomeda
