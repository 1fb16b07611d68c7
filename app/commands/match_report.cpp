#include "app/commands/match_report.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/cli/program_version.hpp"
#include "app/io/json_text.hpp"
#include "data/encounter/encounter_orbit.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

// Returns the timing with the closest approach since the start of the run. An earlier approach, which
// encounter_timing() can return, has no influence on the particles.
EncounterTiming timing_of_run(const EncounterParameters& encounter, const GalaxyPotential& potential) {
    EncounterTiming timing = encounter_timing(encounter, potential);
    const RelativeOrbit orbit{encounter, potential};
    const EncounterSteps steps = encounter_steps(timing.start);
    PhasePoint state{encounter.position, encounter.velocity};
    timing.closest_distance = std::numeric_limits<double>::max();
    for (long i = 0; i <= steps.back; ++i, orbit.go_back(state, steps.step)) {
        const double distance = glm::length(state.position);
        if (distance >= timing.closest_distance) continue;
        timing.closest_distance = distance, timing.closest_speed = glm::length(state.velocity);
        timing.closest_time = -steps.step * static_cast<double>(i);
    }
    return timing;
}

// Returns the encounter with the start time and the columns of the closest approach.
EncounterParameters complete_encounter(EncounterParameters encounter, const EncounterTiming& timing) {
    constexpr double usual_softening = 0.3;
    const double mass = encounter.galaxies[0].mass + encounter.galaxies[1].mass;
    encounter.start_time = timing.start;
    encounter.other_columns[0] = encounter.other_columns[1] = usual_softening;  // columns 15 and 16
    encounter.other_columns[11] =
        mass / (timing.closest_distance * timing.closest_distance * timing.closest_speed);  // columns 26 to 28
    encounter.other_columns[12] = timing.closest_time, encounter.other_columns[13] = timing.closest_distance;
    return encounter;
}

// Returns the parameters with their spreads, both in the units of encounters and in degrees.
Json unknowns_of(const PairFamily& family, const EncounterParameters& encounter) {
    const auto& [first, second] = encounter.galaxies;
    const std::array<double, pair_unknowns> values{encounter.position.z,  encounter.velocity.x, encounter.velocity.y,
                                                   encounter.velocity.z,  first.mass,           second.mass,
                                                   first.radius,          second.radius,        first.position_angle,
                                                   second.position_angle, first.tilt,           second.tilt};
    Json unknowns;
    for (std::size_t i = 0; i < pair_unknowns; ++i) {
        const bool is_tilt = i >= static_cast<std::size_t>(PairUnknown::tilt1);
        const double spread = family.spread[i] * (is_tilt ? 2 * ellipse_tolerance : 1);
        unknowns[std::string{names<PairUnknown>[i]}] = {{"value", values[i]}, {"spread", spread}};
    }
    return unknowns;
}

Json family_json(const PairFamily& family, const MatchTerms& terms, const PairBox& box) {
    const EncounterParameters found = box.decode(family.best);
    const EncounterTiming timing = timing_of_run(found, potential_of(PublishedCode::archive));
    const EncounterParameters encounter = complete_encounter(found, timing);
    return {{"score", terms.score()},
            {"outline", terms.outline},
            {"correlation", terms.correlation},
            {"tide", terms.tide},
            {"value", family.value},
            {"members", family.members},
            {"time_since_closest_approach_myr", -timing.closest_time * encounter_myr},
            {"pericenter_kpc", timing.closest_distance * encounter_kpc},
            {"mass_ratio", encounter.galaxies[1].mass / encounter.galaxies[0].mass},
            {"spam", spam_line(encounter)},
            {"mirror_spam", spam_line(mirrored(encounter))},
            {"unknowns", unknowns_of(family, encounter)}};
}

std::string toml_value(const Json& value) {
    if (!value.is_object()) return json_line(value);  // TOML numbers and strings contain JSON's
    std::string text = "{";
    for (const auto& [key, each] : value.items())
        text += (text.size() > 1 ? ", " : "") + key + " = " + toml_value(each);
    return text + "}";
}

}  // namespace

std::filesystem::path search_file_beside(const MatchCommandOptions& options) {
    return std::filesystem::path{options.output}.replace_extension(".search");
}

Json match_json(const MatchResult& result, const PairBox& box, const MatchCommandOptions& options) {
    Json families = Json::array();
    for (std::size_t i = 0; i < result.families.size(); ++i)
        families.push_back(family_json(result.families[i], result.terms[i], box));
    Json json{{"program", program_version()}, {"picture", options.image.string()}, {"pair", result.name}};
    if (!options.pair.empty()) json["pair_file"] = options.pair.string();
    json.update({{"seed", options.seed},
                 {"encounters", result.encounters},
                 {"seconds", std::round(10 * result.seconds) / 10},
                 {"end", name_of(result.end)}});
    if (options.velocity_difference) json["velocity_difference_km_s"] = *options.velocity_difference;
    json["families"] = families;
    return json;
}

std::string match_toml(const Json& json) {
    std::string text =
        "# Encounters that resemble a picture, found by milkomeda match. Lengths in units of 15 kpc, masses in 1e11\n"
        "# solar masses, velocities in 169.34 km/s, angles in degrees. The mirror image has the same picture.\n";
    for (const auto& [key, value] : json.items())
        if (key != "families") text += key + " = " + toml_value(value) + "\n";
    for (const Json& family : json["families"]) {
        text += "\n[[family]]\n";
        for (const auto& [key, value] : family.items())
            if (key != "unknowns") text += key + " = " + toml_value(value) + "\n";
        for (const auto& [key, value] : family["unknowns"].items()) text += key + " = " + toml_value(value) + "\n";
    }
    return text;
}

}  // namespace milkomeda
