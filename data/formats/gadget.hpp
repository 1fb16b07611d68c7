// The binary files of GADGET-2 (Springel 2005, MNRAS 364, 1105): blocks between their sizes, in either byte
// order; format 1, or format 2, in which each block has a name.
#pragma once

#include <filesystem>
#include <optional>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_gadget(const FileHead& head);

// Floats or doubles, ids of 32 or 64 bits, masses in the header or in their own block. Throw FileError.
ParticleFile read_gadget(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_gadget_time(const std::filesystem::path& path, const ReadOptions& options);
// Format 1, in model units; the unused end of the header says so.
void write_gadget(const std::filesystem::path& path, const ParticleSet& particles);

}  // namespace milkomeda
