// Result of a search for encounters: a TOML file that commands and the window read, and JSON.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/match/match_score.hpp"
#include "data/search/pair_search.hpp"

namespace milkomeda {

// An encounter that a search has found.
struct FoundModel {
    PairFamily family;
    EncounterParameters encounter;
    MatchTerms terms;
    bool is_kept = false;      // the user keeps the model, even if better models are found
    std::vector<float> image;  // light of grid_cells cells from 0 to 1; empty until it is computed
};

struct MatchResult {
    std::filesystem::path picture, pair_file;  // pair_file may be empty
    std::string name;                          // of the pair
    std::uint64_t seed = 1;
    std::optional<double> velocity_difference{};  // measured, galaxy 1 minus galaxy 2 in km/s
    RigidGalaxy rigid_galaxies = RigidGalaxy::archive;
    std::size_t encounters = 0;
    double seconds = 0;
    SearchEnd end{};
    std::vector<FoundModel> models{};
};

// Returns an object with the origin of the result and the array "families".
nlohmann::ordered_json match_json(const MatchResult& result);
// Returns the same as a TOML text, with a table [[family]] for each family.
std::string match_toml(const nlohmann::ordered_json& json);

// Returns the file for the state of the search: OUT.search for OUT.toml. The state is PairSearch::save().
std::filesystem::path search_file_beside(std::filesystem::path result_file);

// A result of the command match or of the window, from which a search continues.
struct StoredSearch {
    std::filesystem::path picture, pair_file;  // empty if the files do not exist
    RigidGalaxy rigid_galaxies = RigidGalaxy::archive;
    std::string state;             // PairSearch::save()
    std::vector<FoundModel> kept;  // models that the user keeps, without terms and images
};

// Returns true if the file is a result of a search.
bool is_match_result(const std::filesystem::path& file);
// Reads OUT.toml and OUT.search. Pictures and pairs that do not exist under their names are searched in the folder of
// the result. Throws FileError.
StoredSearch read_stored_search(const std::filesystem::path& file);

}  // namespace milkomeda
