#include "app/tools/match_result.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/cli/program_version.hpp"
#include "app/io/json_text.hpp"
#include "data/encounter/encounter_orbit.hpp"
#include "data/files/file_head.hpp"
#include "data/files/small_file.hpp"
#include "data/system/file_error.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view first_words = "# Encounters that resemble a picture, found by milkomeda match";
constexpr std::size_t most_state_bytes = std::size_t{1} << 28;

// Returns the timing with the closest approach since the start of the run. An earlier approach, which
// encounter_timing() can return, has no influence on the particles.
EncounterTiming timing_of_run(const EncounterParameters& encounter) {
    EncounterTiming timing = encounter_timing(encounter);
    const RelativeOrbit orbit{encounter};
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

Json family_json(const FoundModel& model) {
    const EncounterTiming timing = timing_of_run(model.encounter);
    const EncounterParameters encounter = complete_encounter(model.encounter, timing);
    Json json{{"score", model.terms.score()},
              {"outline", model.terms.outline},
              {"correlation", model.terms.correlation},
              {"tide", model.terms.tide},
              {"value", model.family.value},
              {"members", model.family.members},
              {"time_since_closest_approach_myr", -timing.closest_time * encounter_myr},
              {"pericenter_kpc", timing.closest_distance * encounter_kpc},
              {"mass_ratio", encounter.galaxies[1].mass / encounter.galaxies[0].mass},
              {"spam", spam_line(encounter)},
              {"mirror_spam", spam_line(mirrored(encounter))}};
    if (model.is_kept) json["kept_point"] = model.family.best, json["kept_spread"] = model.family.spread;
    json["unknowns"] = unknowns_of(model.family, encounter);
    return json;
}

std::string toml_value(const Json& value) {
    if (!value.is_object()) return json_line(value);  // TOML numbers and strings contain JSON's
    std::string text = "{";
    for (const auto& [key, each] : value.items())
        text += (text.size() > 1 ? ", " : "") + key + " = " + toml_value(each);
    return text + "}";
}

// Returns the file `name`, which may be relative to the folder of `result`, or the file with this file name in this
// folder; empty if neither exists.
std::filesystem::path existing(const std::filesystem::path& name, const std::filesystem::path& result) {
    std::error_code ignored;
    const std::filesystem::path folder = result.parent_path();
    for (const std::filesystem::path& file : {folder / name, name, folder / name.filename()})
        if (std::filesystem::is_regular_file(file, ignored)) return file;
    return {};
}

SearchPoint point_of(const Json& json) {
    SearchPoint point = json.get<SearchPoint>();
    if (point.size() != pair_unknowns) throw std::invalid_argument("wrong number of values");
    return point;
}

}  // namespace

Json match_json(const MatchResult& result) {
    Json families = Json::array();
    for (const FoundModel& model : result.models) families.push_back(family_json(model));
    Json json{{"program", program_version()}, {"picture", result.picture.string()}, {"pair", result.name}};
    if (!result.pair_file.empty()) json["pair_file"] = result.pair_file.string();
    json.update({{"seed", result.seed},
                 {"encounters", result.encounters},
                 {"seconds", std::round(10 * result.seconds) / 10},
                 {"end", name_of(result.end)}});
    if (result.velocity_difference) json["velocity_difference_km_s"] = *result.velocity_difference;
    json["rigid_galaxies"] = name_of(result.rigid_galaxies);
    json["families"] = families;
    return json;
}

std::string match_toml(const Json& json) {
    std::string text =
        std::string{first_words} +
        ". Lengths in units of 15 kpc, masses in 1e11\n"
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

std::filesystem::path search_file_beside(std::filesystem::path result_file) {
    return result_file.replace_extension(".search");
}

bool is_match_result(const std::filesystem::path& file) try {
    return file.extension() == ".toml" && head_of(file).text.starts_with(first_words);
} catch (const FileError&) {
    return false;  // opening the file reports the error
}

StoredSearch read_stored_search(const std::filesystem::path& file) {
    StoredSearch stored;
    const std::filesystem::path state_file = search_file_beside(file);
    const auto text = read_small_file(file), state = read_small_file(state_file, most_state_bytes);
    if (!text) throw FileError(file, "the file does not exist");
    if (!state) throw FileError(state_file, "the file does not exist; the search cannot continue without it");
    stored.state = *state;
    double value = 0;
    std::string key;
    try {
        for (const std::string& line : split(*text, '\n')) {
            const std::size_t sign = line.find(" = ");
            if (sign == line.npos) continue;
            key = line.substr(0, sign);
            const auto json = [&] { return parse_json(line.substr(sign + 3)); };
            if (key == "picture") stored.picture = existing(json().get<std::string>(), file);
            if (key == "pair_file") stored.pair_file = existing(json().get<std::string>(), file);
            if (key == "rigid_galaxies") stored.rigid_galaxies = rigid_galaxy_named(json().get<std::string>());
            if (key == "value") value = json().get<double>();
            if (key == "kept_point") stored.kept.push_back({{point_of(json()), value, 1, {}}, {}, {}, true, {}});
            if (key == "kept_spread" && !stored.kept.empty()) stored.kept.back().family.spread = point_of(json());
        }
    } catch (const std::exception& error) {
        throw FileError(file, fmt::format("the key '{}' is damaged: {}", key, json_fault(error)));
    }
    return stored;
}

}  // namespace milkomeda
