// Series of snapshots of one run: the files that match a pattern, sorted, with their times.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "data/particles/particle_file.hpp"

namespace milkomeda {

struct SeriesFile {
    std::filesystem::path path;
    std::optional<double> time;  // model units; empty if the format has no time
    // index of the moment in a recording, which has many moments in one file
    std::optional<std::size_t> moment{};
};

// Returns true if the file is a recording with many moments.
bool is_recording(const std::filesystem::path& file);

// Returns true if the pattern is a recording, or has a number such as %05d or the shell wildcards * and ? and
// is not itself a file.
bool is_series(const std::filesystem::path& pattern);

// Sorts by time if all files state it, else by the numbers in their names. Reads each file only as far as
// needed for its time. Throws FileError if the folder or matching files do not exist, or a file is not a
// particle file.
std::vector<SeriesFile> find_series(const std::filesystem::path& pattern, const ReadOptions& options = {});

// Reads the bodies, sorted by component and id. Throws FileError.
ParticleSet read_snapshot(const SeriesFile& file, const ReadOptions& options);

}  // namespace milkomeda
