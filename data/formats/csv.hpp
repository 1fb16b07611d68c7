// CSV particle files: tables separated by commas, semicolons or tabs, with a header line of column names,
// plain or gzip-compressed.
#pragma once

#include <filesystem>
#include <optional>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_csv(const FileHead& head);

// The columns x, y and z are required; mass, vx, vy, vz, id, component and galaxy are optional. A line "#
// time 12.5" before the header gives the model time; other lines that begin with # are skipped. Both
// functions throw FileError.
ParticleFile read_csv(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_csv_time(const std::filesystem::path& path, const ReadOptions& options);
// Separates columns by tabs if the file name ends in .tsv or .tsv.gz, otherwise by commas. Compresses with
// gzip if the file name ends in .gz.
void write_csv(const std::filesystem::path& path, const ParticleSet& particles);

}  // namespace milkomeda
