// Tipsy's binary files (Katz & Quinn): a header, then all gas, all dark matter, all stars. "Standard" ones
// are big-endian with a header of 32 bytes; "native" ones are in a machine's own byte order, their header of
// 28 bytes or, padded, of 32.
#pragma once

#include <filesystem>
#include <optional>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_tipsy(const FileHead& head);

ParticleFile read_tipsy(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_tipsy_time(const std::filesystem::path& path, const ReadOptions& options);
// Standard. Halos are dark matter, gas is stars too (there is nothing to say of its temperature).
void write_tipsy(const std::filesystem::path& path, const ParticleSet& particles);
// In this machine's byte order, with the id where the potential should be: so Bonsai reads it.
void write_native_tipsy(const std::filesystem::path& path, const ParticleSet& particles);

}  // namespace milkomeda
