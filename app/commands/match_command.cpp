// milkomeda match: searches the encounters that made the pair of galaxies in a picture.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands/commands.hpp"
#include "app/commands/match_input.hpp"
#include "app/commands/match_scores.hpp"
#include "app/io/json_text.hpp"
#include "app/io/log.hpp"
#include "app/io/output_file.hpp"
#include "app/io/progress.hpp"
#include "app/scene/device_selection.hpp"
#include "app/tools/match_result.hpp"
#include "compute/encounter/encounter_evaluator.hpp"
#include "data/base/clock.hpp"
#include "data/files/small_file.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

// Populations of a search. A processor for graphics computes large batches in nearly the time of small batches.
constexpr std::size_t gpu_islands = 16;
constexpr std::size_t most_state_bytes = std::size_t{1} << 28;

void resume(PairSearch& search, const std::filesystem::path& file) {
    const auto text = read_small_file(file, most_state_bytes);
    if (!text) throw FileError(file, "the file does not exist");
    try {
        search.restore(*text);
    } catch (const std::invalid_argument& error) {
        throw FileError(file, error.what());
    }
}

void require_match_files(const MatchCommandOptions& options) {
    const bool has_output = !options.output.empty();
    if (!options.scored.empty() && (has_output || !options.resume.empty()))
        throw UsageError("--score prints scores, and excludes the options -o and --resume of a search");
    if (!options.scored.empty()) return;
    if (!has_output)
        throw UsageError("--output is required: name the result, OUT.toml, or score encounters by --score");
    if (options.output.extension() != ".toml")
        throw UsageError(fmt::format("-o {}: the name of the result must end in .toml", options.output.string()));
    require_replaceable(options.output);
}

}  // namespace

void match(const MatchCommandOptions& options, const Assets& assets) {
    require_match_files(options);
    const MatchInput input = read_match_input(options);
    const DeviceContext chosen = find_device_context(options.device, GlSide{});
    if (!chosen.device) throw std::runtime_error("match needs an OpenCL device; install PoCL or a driver");
    const ReadAsset read = assets.reader();
    if (!options.scored.empty()) return print_scores(options, input, *chosen.device, read);
    EncounterEvaluator usual{*chosen.device, read, input.target,
                             search_settings(input.box.rigid_galaxies(), input.box.least_radius())};
    EncounterEvaluator refined{*chosen.device, read, input.target, refined_settings(input.box.rigid_galaxies())};
    const SearchScores scores{[&](auto encounters) { return usual.scores(encounters); },
                              [&](auto encounters) { return refined.scores(encounters); }};
    PairSearch search{
        input.box,
        {.seed = options.seed, .islands = chosen.device->type == "gpu" ? gpu_islands : 1, .subject = input.subject}};
    if (!options.resume.empty()) resume(search, options.resume);
    const std::size_t first = search.encounters();
    const Clock::time_point start = Clock::now();
    SearchEnd end{};
    {
        Progress progress{"search", "seconds", options.seconds};
        end = run_search(search, scores, {.seconds = options.seconds, .encounters = options.encounters}, [&] {
            const double share =
                static_cast<double>(search.encounters() - first) / static_cast<double>(options.encounters);
            progress.update(std::min(options.seconds, std::max(seconds_since(start), options.seconds * share)));
            return true;
        });
    }
    const std::string state = search.save();  // without the refinement below, so that a resumed search is the same
    search.refine_families(scores.refined);
    MatchResult result{.picture = options.image,
                       .pair_file = options.pair,
                       .name = input.pair.name,
                       .seed = options.seed,
                       .velocity_difference = options.velocity_difference,
                       .rigid_galaxies = options.rigid_galaxies,
                       .encounters = search.encounters(),
                       .seconds = seconds_since(start),
                       .end = end};
    std::vector<EncounterParameters> best;
    const std::vector<PairFamily> families = search.families();
    for (const PairFamily& family : families) best.push_back(search.box().decode(family.best));
    const std::vector<MatchTerms> terms = refined.terms(best);
    for (std::size_t i = 0; i < families.size(); ++i) result.models.push_back({families[i], best[i], terms[i], {}, {}});
    const nlohmann::ordered_json json = match_json(result);
    const std::filesystem::path state_file = search_file_beside(options.output);
    write_small_file(options.output, match_toml(json));
    write_small_file(state_file, state);
    if (families.empty())
        log_warning("no encounter has a finite score");
    else
        log_info(fmt::format("{} families of encounters, best score {:.2f}; continue with --resume {}", families.size(),
                             json["families"][0]["score"].get<double>(), state_file.string()));
    if (options.json) std::cout << json_line(json) << '\n';
}

}  // namespace milkomeda
