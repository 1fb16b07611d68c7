// Checks the files that a command line names.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

// Throw UsageError if an output is also an input or another output. Inputs include the particle files from
// which a scene takes its galaxies.
void require_distinct_files(const RenderOptions& options, const Assets& assets);
void require_distinct_files(const SimulateOptions& options, const Assets& assets);
void require_distinct_files(const GenerateOptions& options, const Assets& assets);
void require_distinct_files(const PotentialOptions& options, const Assets& assets);
void require_distinct_files(const BenchCommandOptions& options, const Assets& assets);

}  // namespace milkomeda
