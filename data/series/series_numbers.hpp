// Numbered file names: the series a file belongs to, and missing files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/series/series.hpp"

namespace milkomeda {

// Returns the pattern of the numbered files in the same folder: snapshot_%d.hdf5 for snapshot_012.hdf5. Empty
// if the name has no number or no other file matches.
std::optional<std::filesystem::path> series_of(const std::filesystem::path& file);

// Returns one line about missing files, judged by the steps between the numbers; empty if none is missing or
// most are missing.
std::string missing_files(const std::vector<SeriesFile>& files);

}  // namespace milkomeda
