// Checks that the files of a command line are distinct.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

// These functions throw UsageError if an output is also an input, or if two outputs are the same file. The inputs
// include the particle files of a scene's galaxies.
void require_distinct_files(const RenderOptions& options, const Assets& assets);
void require_distinct_files(const SimulateOptions& options, const Assets& assets);
void require_distinct_files(const GenerateOptions& options, const Assets& assets);
void require_distinct_files(const PotentialOptions& options, const Assets& assets);
void require_distinct_files(const ProfileCommandOptions& options, const Assets& assets);
void require_distinct_files(const MapCommandOptions& options, const Assets& assets);
void require_distinct_files(const MatchCommandOptions& options, const Assets& assets);
void require_distinct_files(const BenchCommandOptions& options, const Assets& assets);

}  // namespace milkomeda
