// Checks of the files that a command line names.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

// Throws UsageError if an output is the same file as an input or as another output. Inputs include the files
// from which a scene takes its galaxies.
void require_distinct_files(const RenderOptions& options, const Assets& assets);
void require_distinct_files(const SimulateOptions& options, const Assets& assets);
void require_distinct_files(const GenerateOptions& options, const Assets& assets);
void require_distinct_files(const PotentialOptions& options, const Assets& assets);
void require_distinct_files(const BenchCommandOptions& options, const Assets& assets);

}  // namespace milkomeda
