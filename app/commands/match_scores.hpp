// Scores of given encounters against the picture of a pair.
#pragma once

#include "app/commands/match_input.hpp"
#include "compute/device/device.hpp"

namespace milkomeda {

// Prints the scores of the encounters in the file options.scored: a table, or with --json an array of objects.
// Each encounter is compared at its own projected separation. Throws UsageError if an option of the search is given,
// and FileError for a file that cannot be used.
void print_scores(const MatchCommandOptions& options, const MatchInput& input, const Device& device,
                  const ReadAsset& read);

}  // namespace milkomeda
