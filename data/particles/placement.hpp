// Placement of the bodies of a particle file: periodic boxes, and positions far from the origin.
#pragma once

#include <filesystem>

#include "data/particles/particle_file.hpp"

namespace milkomeda {

// Largest accepted rounding error of positions, as a fraction of the half-mass radius of the set.
inline constexpr double most_rounding = 1e-6;

// Unwraps a set that crosses the edge of its periodic box, chooses ParticleSet::origin, and rounds the positions
// relative to the origin to floats. Empties ParticleFile::exact_positions. docs/formats.md states the rules. Adds a
// note for each change, and a note if rounding moves a body by more than most_rounding. Does not move positions if any
// position is not finite. The time is proportional to the number of bodies; the additional memory is at most 4 MB,
// except if float positions are unwrapped, which are then copied to doubles. Throws FileError if `options` ask for the
// center of a periodic box and the file has no box.
void place_positions(const std::filesystem::path& path, ParticleFile& file, const ReadOptions& options);

}  // namespace milkomeda
