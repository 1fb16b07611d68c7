// Binary files of Tipsy (Katz & Quinn): a header, then all gas, all dark matter, all stars. Standard files
// are big-endian with a header of 32 bytes. Native files have the machine's byte order and a header of 28
// bytes, or 32 if padded.
#pragma once

#include <filesystem>
#include <optional>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_tipsy(const FileHead& head);

ParticleFile read_tipsy(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_tipsy_time(const std::filesystem::path& path, const ReadOptions& options);
// Writes a standard file. Halo bodies become dark matter; gas becomes stars, because its temperature is
// unknown.
void write_tipsy(const std::filesystem::path& path, const ParticleSet& particles);
// Writes a native file with the id in place of the potential, as Bonsai expects. Both writers throw
// FileError.
void write_native_tipsy(const std::filesystem::path& path, const ParticleSet& particles);

}  // namespace milkomeda
