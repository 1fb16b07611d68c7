// NEMO snapshots (Teuben 1995, ASP Conference Series 77, 398). They consist of binary items with a type, a
// tag and dimensions in nested sets, in the byte order of the machine that wrote them.
#pragma once

#include <filesystem>
#include <optional>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_nemo(const FileHead& head);

// Both functions read the first snapshot that contains particles; masses are optional. Both throw FileError.
ParticleFile read_nemo(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_nemo_time(const std::filesystem::path& path, const ReadOptions& options);
void write_nemo(const std::filesystem::path& path, const ParticleSet& particles);

}  // namespace milkomeda
