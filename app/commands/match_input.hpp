// Input of the command match: the picture, and the description of the pair.
#pragma once

#include "app/cli/options.hpp"
#include "data/match/match_target.hpp"
#include "data/search/pair_box.hpp"

namespace milkomeda {

struct MatchInput {
    ObservedPair pair;    // with the size of the picture
    GrayPicture picture;  // clean()
    bool is_mirrored;
    MatchTarget target;
    PairBox box;
    std::uint64_t subject;  // hash of the target, below 2^53
};

// Throws UsageError if options are missing or exclude each other, and FileError for files that cannot be used.
MatchInput read_match_input(const MatchCommandOptions& options);

}  // namespace milkomeda
