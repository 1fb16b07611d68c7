// Binary files of GADGET-2 (Springel 2005, MNRAS 364, 1105) in either byte order. The size of each block is
// stored before and after the block. Format 1 is written; formats 1 and 2 (named blocks) are read.
#pragma once

#include <filesystem>
#include <optional>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_gadget(const FileHead& head);

// Accepts positions and velocities as floats or doubles, ids of 32 or 64 bits, and masses in the header or in
// a block. Both functions throw FileError.
ParticleFile read_gadget(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_gadget_time(const std::filesystem::path& path, const ReadOptions& options);
// Writes format 1 in model units; a text in the unused part of the header states the units. Throws FileError.
void write_gadget(const std::filesystem::path& path, const ParticleSet& particles);

}  // namespace milkomeda
