// Numbered file names: finding the series of a file, and missing files of a series.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/series/series.hpp"

namespace milkomeda {

// Returns the pattern of the numbered files in the folder of `file`: snapshot_%d.hdf5 for snapshot_012.hdf5,
// snapshot_%d.0.hdf5 for a part snapshot_012.3.hdf5, and snapdir_%d for parts in numbered folders.
// Returns an empty optional if the name has no number or if no other file matches.
std::optional<std::filesystem::path> series_of(const std::filesystem::path& file);

// Returns the pattern of the numbered files to which `path` belongs, even if no other file matches. Returns an empty
// optional if the name has no number.
std::optional<std::filesystem::path> numbered_pattern(const std::filesystem::path& path);

// Returns true if the file is the snapshot or one of its parts.
bool contains(const SeriesFile& snapshot, const std::filesystem::path& file);

// Returns a one-line message about missing files, inferred from the steps between the numbers in the file names. Empty
// if no file is missing, or if at least half of the files are missing.
std::string missing_files(const std::vector<SeriesFile>& files);

}  // namespace milkomeda
