// Parameter files of GADGET, AREPO and SWIFT: where a run writes its snapshots, and when the run ends.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace milkomeda {

struct RunFiles {
    std::filesystem::path folder;  // folder of the snapshots; empty if no parameter file exists
    std::string base;              // begin of the names of the snapshots; may be empty
    std::optional<double> until;   // model time at which the run ends
};

// Reads a parameter file, whose relative paths are relative to its folder. Returns an empty optional if the text does
// not name snapshots. The end is empty for a cosmological run, whose time is not a model time.
std::optional<RunFiles> read_parameter_file(const std::filesystem::path& file);

// Returns the content of the first parameter file in the folder, by name. Returns empty values without a parameter
// file.
RunFiles run_files_of(const std::filesystem::path& folder);

}  // namespace milkomeda
