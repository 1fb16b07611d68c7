// The table of Dubinski's dataset: one row per body, mass x y z vx vy vz, as text, plain or gzip.
#pragma once

#include <filesystem>
#include <optional>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_table(const FileHead& head);

// Blank lines and lines that begin with # are skipped. Throw FileError.
ParticleFile read_table(const std::filesystem::path& path, const ReadOptions& options);
// A table holds no time.
std::optional<double> read_table_time(const std::filesystem::path& path, const ReadOptions& options);
// Each number in the fewest digits that read back as the same float; gzip if the name ends in .gz.
void write_table(const std::filesystem::path& path, const ParticleSet& particles);

}  // namespace milkomeda
