#include "app/commands/match_scores.hpp"

#include <fmt/format.h>

#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/io/json_text.hpp"
#include "compute/encounter/encounter_evaluator.hpp"
#include "data/encounter/encounter_parameters.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

// Returns the target whose galaxies have the separation of an encounter.
MatchTarget target_of(const MatchInput& input, const glm::dvec2& separation, const std::filesystem::path& file) {
    ObservedPair pair = input.pair;
    pair.separation = separation;
    try {
        return match_target(input.picture, pair, input.is_mirrored);
    } catch (const std::invalid_argument& error) {
        throw FileError(file, error.what());
    }
}

nlohmann::ordered_json score_json(const std::string& name, const MatchTerms& terms) {
    return {{"name", name},
            {"score", terms.score()},
            {"outline", terms.outline},
            {"correlation", terms.correlation},
            {"tide", terms.tide}};
}

}  // namespace

void print_scores(const MatchCommandOptions& options, const MatchInput& input, const Device& device,
                  const ReadAsset& read) {
    std::vector<EncounterParameters> encounters = read_spam_file(options.scored);
    for (EncounterParameters& each : encounters) each.rigid_galaxies = options.rigid_galaxies;
    // Numbers of the encounters with equal separations, which have one target.
    std::map<std::pair<double, double>, std::vector<std::size_t>> equal;
    for (std::size_t i = 0; i < encounters.size(); ++i)
        equal[{encounters[i].position.x, encounters[i].position.y}].push_back(i);
    std::vector<MatchTerms> terms(encounters.size());
    for (const auto& [separation, numbers] : equal) {
        const MatchTarget target = target_of(input, {separation.first, separation.second}, options.scored);
        EncounterEvaluator evaluator{device, read, target, scoring_settings(options.rigid_galaxies)};
        std::vector<EncounterParameters> batch;
        for (const std::size_t i : numbers) batch.push_back(encounters[i]);
        const std::vector<MatchTerms> found = evaluator.terms(batch);
        for (std::size_t k = 0; k < numbers.size(); ++k) terms[numbers[k]] = found[k];
    }
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    if (!options.json) std::cout << "score  outline  correlation  tide  name\n";
    for (std::size_t i = 0; i < encounters.size(); ++i) {
        const std::string name = encounters[i].name.empty() ? fmt::format("{}", i + 1) : encounters[i].name;
        json.push_back(score_json(name, terms[i]));
        if (!options.json)
            std::cout << fmt::format("{:5.2f}  {:7.2f}  {:11.2f}  {:4.2f}  {}\n", terms[i].score(), terms[i].outline,
                                     terms[i].correlation, terms[i].tide, name);
    }
    if (options.json) std::cout << json_line(json) << '\n';
}

}  // namespace milkomeda
