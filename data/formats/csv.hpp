// CSV particle files: tables with a header line that names the columns, separated by commas, semicolons or
// tabs, plain or gzip.
#pragma once

#include <filesystem>
#include <optional>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_csv(const FileHead& head);

// Requires the columns x, y, z; mass, vx, vy, vz, id, component and galaxy are optional. A line "# time 12.5"
// before the header states the time; other lines that begin with # are skipped. Both functions throw
// FileError.
ParticleFile read_csv(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_csv_time(const std::filesystem::path& path, const ReadOptions& options);
// Separates by tabs if the file name contains .tsv, else by commas; compresses with gzip if it ends in .gz.
void write_csv(const std::filesystem::path& path, const ParticleSet& particles);

}  // namespace milkomeda
