// Joining of the parts of a snapshot: files that hold different bodies of one moment.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "data/particles/particle_file.hpp"

namespace milkomeda {

// Returns the bodies of all parts as one file, as if a single file had held them: rows of components with equal names
// are put together, in the order of the parts, and components are ordered by their types. `files` are the paths of the
// parts. Must be called before complete(). Memory holds the columns of all bodies once, and one column twice. Throws
// FileError if the parts do not belong to one snapshot: if their times, units, boxes or numbers of files differ.
ParticleFile join_parts(std::vector<ParticleFile> parts, std::span<const std::filesystem::path> files);

}  // namespace milkomeda
