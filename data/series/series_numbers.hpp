// The numbers in the names of a series: which series a file is one of, and which files are missing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/series/series.hpp"

namespace milkomeda {

// The pattern of the numbered files that this one stands among: snapshot_%d.hdf5 for snapshot_012.hdf5. Empty
// if its name has no number, or if it is the only one.
std::optional<std::filesystem::path> series_of(const std::filesystem::path& file);

// One line on files that are not there, judged by the steps between numbers; empty if none is missing, and
// where most numbers are.
std::string missing_files(const std::vector<SeriesFile>& files);

}  // namespace milkomeda
