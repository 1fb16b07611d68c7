// Tables with a header that names the columns, separated by commas, semicolons or tabs, plain or gzip.
#pragma once

#include <filesystem>
#include <optional>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_csv(const FileHead& head);

// Columns x, y, z are needed; mass, vx, vy, vz, id, component and galaxy are used where they are. A line
// "# time 12.5" before the header says the time; other lines that begin with # are skipped. Throw FileError.
ParticleFile read_csv(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_csv_time(const std::filesystem::path& path, const ReadOptions& options);
// Tabs if the name says .tsv, else commas; gzip if it ends in .gz.
void write_csv(const std::filesystem::path& path, const ParticleSet& particles);

}  // namespace milkomeda
