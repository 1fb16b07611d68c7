// Snapshots of one run: the files that a pattern names, in order, with their times.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "data/particles/particle_file.hpp"

namespace milkomeda {

struct SeriesFile {
    std::filesystem::path path;
    std::optional<double> time;           // model units; empty where the format holds none
    std::optional<std::size_t> moment{};  // of a recording, which has many in one file
};

// Many moments in one file?
bool is_recording(const std::filesystem::path& file);

// Does the file name have a number such as %05d, or * or ? as shells have them, and is no file itself? Or is
// it a recording?
bool is_series(const std::filesystem::path& pattern);

// By time if all files say theirs, else by the numbers in their names. Each file is read only as far
// as its time needs. Throws FileError: no folder, no file of that pattern, a file that is not of particles.
std::vector<SeriesFile> find_series(const std::filesystem::path& pattern, const ReadOptions& options = {});

// Its bodies, by component and id. Throws FileError.
ParticleSet read_snapshot(const SeriesFile& file, const ReadOptions& options);

}  // namespace milkomeda
