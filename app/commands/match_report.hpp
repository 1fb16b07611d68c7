// Result of the command match as text and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/cli/options.hpp"
#include "data/match/match_score.hpp"
#include "data/search/pair_search.hpp"

namespace milkomeda {

struct MatchResult {
    std::string name;  // of the pair
    std::vector<PairFamily> families;
    std::vector<MatchTerms> terms;  // of the best members
    std::size_t encounters;
    double seconds;
    SearchEnd end;
};

// Returns an object with the origin of the result and the array "families".
nlohmann::ordered_json match_json(const MatchResult& result, const PairBox& box, const MatchCommandOptions& options);

// Returns the same as a TOML text, with a table [[family]] for each family.
std::string match_toml(const nlohmann::ordered_json& json);

// Returns the file for the state of the search: OUT.search for OUT.toml.
std::filesystem::path search_file_beside(const MatchCommandOptions& options);

}  // namespace milkomeda
