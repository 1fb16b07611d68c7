// Text table of Dubinski's dataset: one row per body with mass x y z vx vy vz, plain or gzip.
#pragma once

#include <filesystem>
#include <optional>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_table(const FileHead& head);

// Skips blank lines and lines that begin with #. Throws FileError.
ParticleFile read_table(const std::filesystem::path& path, const ReadOptions& options);
// Always empty: a table has no time.
std::optional<double> read_table_time(const std::filesystem::path& path, const ReadOptions& options);
// Writes each number with the fewest digits that restore the same float; compresses with gzip if the name
// ends in .gz. Throws FileError.
void write_table(const std::filesystem::path& path, const ParticleSet& particles);

}  // namespace milkomeda
