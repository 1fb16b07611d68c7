// The files that a command line names.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

// Throws UsageError when a file that is to be written is one of those to be read, with those that a scene
// takes its galaxies from, or another one to be written.
void require_distinct_files(const Options& options, const Assets& assets);

}  // namespace milkomeda
