// Binary files of Tipsy (Katz & Quinn): a header, then all gas, all dark matter, all stars. Standard files
// are big-endian with a header of 32 bytes. Native files have the byte order of the machine that wrote them,
// and a header of 28 bytes, or 32 bytes if padded.
#pragma once

#include <filesystem>
#include <optional>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_tipsy(const FileHead& head);

ParticleFile read_tipsy(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_tipsy_time(const std::filesystem::path& path, const ReadOptions& options);
// Writes a standard file. Halo bodies are written as dark matter. Gas is written as stars, because its
// temperature is unknown.
void write_tipsy(const std::filesystem::path& path, const ParticleSet& particles);
// Writes a native file in which the potential of each body is replaced by its id, as Bonsai expects. Both
// writers throw FileError.
void write_native_tipsy(const std::filesystem::path& path, const ParticleSet& particles);

}  // namespace milkomeda
