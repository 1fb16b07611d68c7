// Joining of the parts of a snapshot: files that hold different bodies of one moment.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "data/particles/particle_file.hpp"
#include "data/particles/row_order.hpp"

namespace milkomeda {

// All parts together, without columns.
struct JoinedDescription {
    ParticleFile whole;
    // Rows of each component in the concatenation of all parts.
    std::vector<std::vector<SourceRows>> ranges;
};

// Joins everything but the columns, as if a single file had held all parts: components with equal names are put
// together, in the order of the parts, and components are ordered by their types. `files` are the paths of the parts.
// Throws FileError if the parts do not belong to one snapshot: if their times, units, boxes or numbers of files differ.
JoinedDescription join_descriptions(std::span<const ParticleFile> parts, std::span<const std::filesystem::path> files);

// Joins parts with their columns. Must be called before complete(). Memory holds the columns of all bodies once, and
// one column twice. Throws FileError as join_descriptions() does.
ParticleFile join_parts(std::vector<ParticleFile> parts, std::span<const std::filesystem::path> files);

}  // namespace milkomeda
