// Series of snapshots of a simulation: the files that match a pattern, sorted, with their times. A snapshot that
// consists of several files (data/formats/snapshot_files.hpp) is one element of a series.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "data/particles/particle_file.hpp"

namespace milkomeda {

struct SeriesFile {
    std::filesystem::path path;  // snapshot: a file, the first of several parts, or a folder with the parts
    std::optional<double> time;  // model time; empty if the file format does not store the time
    // index of the moment if the file is a recording, which holds many moments (states at one time)
    std::optional<std::size_t> moment{};
    std::size_t parts = 1;  // number of parts of which `path` is the first
};

// Returns true if the file is a recording, which holds many moments (states at one time).
bool is_recording(const std::filesystem::path& file);

// Returns true if `pattern` is the name of a recording, or of a folder with several snapshots. Also returns true if
// `pattern` contains a number format such as %05d or a shell wildcard (* or ?), unless a file named `pattern` exists.
bool is_series(const std::filesystem::path& pattern);

// Returns the snapshots of a series: the files that match `pattern`, or if no file matches, the folders that contain a
// snapshot. Snapshots are sorted by time if all files store a time, otherwise by the numbers in their names. Reads each
// file only as far as needed for its time. Throws FileError if the folder or matching files do not exist, or if a file
// is not a particle file.
std::vector<SeriesFile> find_series(const std::filesystem::path& pattern, const ReadOptions& options = {});

// Returns the first file of a series by the numbers in the names. Throws FileError if no file matches `pattern`.
std::filesystem::path first_of_series(const std::filesystem::path& pattern);

// Returns the files or folders whose names match `pattern`, sorted by the numbers in their names, without all but the
// first part of a snapshot. Reads no file except the headers of parts. Returns an empty list if the folder does not
// exist.
std::vector<std::filesystem::path> paths_of_series(const std::filesystem::path& pattern);

// Reads the bodies of a snapshot, sorted by component and id. Throws FileError.
ParticleFile read_snapshot(const SeriesFile& file, const ReadOptions& options);

}  // namespace milkomeda
