// Interpolation of body positions between two snapshots.
#pragma once

#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

struct Rows {
    std::vector<Float4> positions, velocities;
};

// Interpolates each row at `time` (model units) by a cubic polynomial that matches positions and velocities of both
// snapshots. The motion is smooth across snapshots, and exact if accelerations change linearly. Masses change linearly.
// If `time` is not between the times of the snapshots, copies the nearest snapshot. Requires equal numbers of rows and
// before.time < after.time.
void interpolate(const ParticleSet& before, const ParticleSet& after, double time, Rows& rows);

}  // namespace milkomeda
