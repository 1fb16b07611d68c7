// Text table in the format of Dubinski's dataset: lines mass x y z vx vy vz, plain or gzip-compressed.
#pragma once

#include <filesystem>
#include <optional>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_table(const FileHead& head);

// Reads a table; skips blank lines and lines that begin with #. Throws FileError.
ParticleFile read_table(const std::filesystem::path& path, const ReadOptions& options);
// Always returns an empty optional, because the format does not store the time.
std::optional<double> read_table_time(const std::filesystem::path& path, const ReadOptions& options);
// Writes each number with the fewest digits that restore the float exactly. Compresses with gzip if the file
// name ends in .gz. Throws FileError.
void write_table(const std::filesystem::path& path, const ParticleSet& particles);

}  // namespace milkomeda
