// milkomeda confirm: repeats a restricted encounter with live galaxies.
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/program_version.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/confirm_report.hpp"
#include "app/commands/confirm_run.hpp"
#include "app/commands/confirm_score.hpp"
#include "app/io/json_text.hpp"
#include "app/io/log.hpp"
#include "app/io/output_file.hpp"
#include "app/scene/encounter_source.hpp"
#include "data/files/small_file.hpp"
#include "data/text/one_line.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

std::string provenance(const EncounterParameters& parameters, const ConfirmRun& run, std::size_t corrections,
                       const ConfirmOptions& options) {
    return fmt::format(
        "# Made by {} with the command confirm from the restricted encounter {}:\n# {}\n# Rigid galaxies: {}. {} "
        "bodies with the seed {}, "
        "{} correction{}. At the time picture_time, galaxy 2 is {:.1f} % of the projected separation away\n# from its "
        "place. x points to the right of the picture, y up, z to the observer.\n",
        program_version(), one_line(parameters.name), printable_line(parameters), name_of(parameters.rigid_galaxies),
        options.bodies, options.seed, corrections, corrections == 1 ? "" : "s", 100 * run.error.place);
}

Json score_json(const std::optional<MatchTerms>& terms) {
    if (!terms) return nullptr;
    return {{"score", terms->score()},
            {"outline", terms->outline},
            {"correlation", terms->correlation},
            {"tide", terms->tide}};
}

Json run_json(const ConfirmRun& run) {
    const LiveMoment& closest = run.closest();
    const PhasePoint& now = run.moments[run.present].galaxy2;
    return {{"place_error", run.error.place},
            {"separation_error", run.error.separation},
            {"direction_error_degrees", glm::degrees(run.error.angle)},
            {"present_myr", encounter_myr * run.present_time()},
            {"projected_separation_kpc", encounter_kpc * glm::length(glm::dvec2{now.position})},
            {"separation_kpc", encounter_kpc * glm::length(now.position)},
            {"closest_distance_kpc", encounter_kpc * glm::length(closest.galaxy2.position)},
            {"time_since_closest_myr", encounter_myr * (run.present_time() - closest.time)},
            {"duration_myr", encounter_myr * (run.present_time() - run.start.time)}};
}

// Returns the encounter of the options, and all encounters of the same pair in its file.
EncounterParameters chosen_encounter(const ConfirmOptions& options, const Assets& assets,
                                     std::vector<EncounterParameters>& family) {
    family = load_encounters(options.scene.source, assets);
    if (options.family > family.size())
        throw UsageError(fmt::format("--family is {}, but the source has {} model{}", options.family, family.size(),
                                     family.size() == 1 ? "" : "s"));
    const EncounterParameters chosen = family[options.family - 1];
    std::erase_if(family, [&](const EncounterParameters& other) {
        return glm::dvec2{other.position} != glm::dvec2{chosen.position};
    });
    return chosen;
}

// Returns the spreads of the unknowns of a family in a result of the command match; empty for other sources.
std::vector<double> spreads_of(const ConfirmOptions& options, const Assets& assets) {
    const std::filesystem::path file = encounter_file(options.scene.source, assets);
    const auto text = file.extension() == ".toml" ? read_small_file(file) : std::nullopt;
    std::vector<double> spreads;
    std::size_t family = 0;
    for (const std::string& line : split(text.value_or(""), '\n')) {
        constexpr std::string_view key = "spread = ";
        if (line == "[[family]]") ++family;
        const std::size_t at = line.find(key), end = line.find('}');
        if (family != options.family || at == line.npos || end == line.npos) continue;
        const std::size_t begin = at + key.size();
        spreads.push_back(parse_number<double>(line.substr(begin, end - begin), line.substr(0, line.find(' '))));
    }
    return spreads;
}

std::string outcome_line(const EncounterParameters& parameters, const ConfirmRun& run, std::size_t corrections) {
    constexpr double deep = 0.5;  // closest distance in units of encounters
    const double closest = encounter_timing(parameters).closest_distance;
    if (run.error.place <= accepted_place_error) return {};
    return fmt::format(
        "{}: not confirmed after {} correction{}: galaxy 2 comes to {:.1f} % of the projected separation from its "
        "place, "
        "at most {:.0f} % is accepted{}",
        one_line(parameters.name), corrections, corrections == 1 ? "" : "s", 100 * run.error.place,
        100 * accepted_place_error,
        closest < deep ? "; friction in such a deep passage differs most from the restricted model" : "");
}

}  // namespace

void confirm(const ConfirmOptions& options, const Assets& assets) {
    std::vector<EncounterParameters> family;
    const EncounterParameters parameters = chosen_encounter(options, assets, family);
    const std::optional<ConfirmPicture> picture = picture_of(options, parameters);
    require_replaceable(options.output);
    if (!options.report.empty()) require_replaceable(options.report);
    ScoreMoment score;
    if (picture)
        score = [&](const ParticleSet& start, const ParticleSet& now) {
            return score_of(places_of(start, now), picture->target).score();
        };
    const ConfirmRuns runs = confirm_encounter(parameters, options, assets, score);
    const ConfirmRun& run = runs.best_run();
    const std::size_t corrections = runs.corrections();
    write_small_file(options.output,
                     scene_of_run(parameters, run, options, provenance(parameters, run, corrections, options)));
    const DiskPlaces restricted = places_of(parameters), live = places_of(run.first, run.last);
    std::optional<MatchTerms> restricted_score, live_score;
    if (picture) restricted_score = score_of(restricted, picture->target), live_score = score_of(live, picture->target);
    if (!options.report.empty())
        write_small_file(options.report, report_page({parameters, family, spreads_of(options, assets), runs, picture,
                                                      restricted, live, restricted_score, live_score}));
    if (const std::string line = outcome_line(parameters, run, corrections); !line.empty()) log_warning(line);
    if (!options.json) return;
    Json found = {{"name", parameters.name},
                  {"rigid_galaxies", name_of(parameters.rigid_galaxies)},
                  {"is_confirmed", run.error.place <= accepted_place_error},
                  {"bodies", options.bodies},
                  {"corrections", corrections},
                  {"scene", options.output.string()}};
    found.update(run_json(run));
    found["score"] = score_json(live_score);
    found["score_restricted"] = score_json(restricted_score);
    found["runs"] = Json::array();
    for (const ConfirmRun& each : runs.all) found["runs"].push_back(run_json(each));
    std::cout << json_line(found) << '\n';
}

}  // namespace milkomeda
