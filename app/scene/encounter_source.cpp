#include "app/scene/encounter_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/cli/option_parts.hpp"
#include "app/cli/usage_error.hpp"
#include "data/base/units.hpp"
#include "data/files/small_file.hpp"
#include "data/system/file_error.hpp"
#include "data/text/did_you_mean.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// A source of an encounter: the value of --spam, and the model of the rigid galaxies if the source contains it.
struct SourceParts {
    std::string value;
    std::optional<RigidGalaxy> rigid_galaxies{};
};

SourceParts parts_of(const std::string& source) {
    const std::string value = source.substr(std::string_view{encounter_prefix}.size());
    for (const std::string_view name : offered_rigid_galaxies)
        if (value.starts_with(name) && value.substr(name.size()).starts_with(':'))
            return {value.substr(name.size() + 1), value_named<RigidGalaxy>(name)};
    return {value};
}

bool is_encounter_line(const std::string& value) { return value.find(',') != value.npos; }

std::optional<EncounterParameters> published_model(const std::string& name, const Assets& assets) {
    for (const PublishedPair& pair : published_pairs(assets))
        if (is_named(pair.names, name)) return pair.model;
    return {};
}

[[noreturn]] void refuse_value(const std::string& value, const Assets& assets) {
    std::vector<std::string> names;
    for (const auto& [model, pair] : published_pairs(assets)) {
        names.push_back(pair.model);
        names.insert(names.end(), pair.names.begin(), pair.names.end());
    }
    throw UsageError(
        fmt::format("'{}' is no line of parameters, no file and no published model{}; milkomeda scenes --pairs lists "
                    "the models, and docs/encounters.md describes the lines",
                    value, did_you_mean(value, names)));
}

// Returns the text between the quotation marks of a line NAME = "TEXT"; empty for other lines.
std::string value_of_key(const std::string& line, const std::string& name) {
    const std::string begin = name + " = \"";
    const std::size_t end = line.rfind('"');
    return line.starts_with(begin) && end >= begin.size() ? line.substr(begin.size(), end - begin.size()) : "";
}

// Reads the families of a result of the command match (app/tools/match_result.hpp).
std::vector<EncounterParameters> read_match_result(const fs::path& file) {
    const auto text = read_small_file(file);
    if (!text) throw FileError(file, "the file does not exist");
    std::vector<EncounterParameters> families;
    std::string pair = file.stem().string();
    RigidGalaxy rigid_galaxies = RigidGalaxy::archive;
    try {
        for (const std::string& line : split(*text, '\n')) {
            if (const std::string name = value_of_key(line, "pair"); !name.empty()) pair = name;
            if (const std::string name = value_of_key(line, "rigid_galaxies"); !name.empty())
                rigid_galaxies = rigid_galaxy_named(name);
            const std::string parameters = value_of_key(line, "spam");
            if (parameters.empty()) continue;
            families.push_back(parse_spam_line(parameters));
            families.back().name = fmt::format("{} family {}", pair, families.size());
            families.back().rigid_galaxies = rigid_galaxies;
        }
    } catch (const std::invalid_argument& error) {
        throw FileError(file, fmt::format("family {}: {}", families.size() + 1, error.what()));
    }
    if (families.empty())
        throw FileError(file, "the file contains no key 'spam', so it is no result of milkomeda match");
    return families;
}

ParticleSet moment_of(const EncounterParameters& parameters, const EncounterStates& states, double time) {
    constexpr double length = encounter_kpc / kpc_per_length, speed = encounter_km_s / km_s_per_velocity;
    const double disk_share = potential_of(parameters.rigid_galaxies).disk_mass();
    ParticleSet set;
    set.time = time * length / speed;
    for (std::size_t g = 0; g < 2; ++g) {
        const auto& disk = states.disks[g];
        const double mass = disk_share * parameters.galaxies[g].mass * encounter_solar_masses / solar_masses_per_mass;
        const std::size_t first = set.size();
        for (const PhasePoint& particle : disk) {
            set.ids.push_back(static_cast<std::uint32_t>(set.size()));
            set.positions.push_back(float4_of(length * particle.position, mass / static_cast<double>(disk.size())));
            set.velocities.push_back(float4_of(speed * particle.velocity, 0));
        }
        if (!disk.empty())
            set.components.push_back({"disk", fmt::format("galaxy-{}", g + 1), first, disk.size(), mass});
    }
    return set;
}

}  // namespace

bool is_encounter(std::string_view source) { return source.starts_with(encounter_prefix); }

std::string source_of(const EncounterParameters& parameters) {
    const bool is_usual = parameters.rigid_galaxies == RigidGalaxy::archive;
    return encounter_source(spam_line(parameters), is_usual ? std::nullopt : std::optional{parameters.rigid_galaxies});
}

std::vector<PublishedPair> published_pairs(const Assets& assets) {
    const std::vector<PairNames> names = parse_pair_names(assets.read("data/pairs/names.txt"));
    std::vector<PublishedPair> pairs;
    for (EncounterParameters& model : parse_spam_lines(assets.read("data/pairs/published-models.txt"))) {
        const auto found = std::ranges::find(names, model.name, &PairNames::model);
        PairNames own = found == names.end() ? usual_names(model.name) : *found;
        pairs.push_back({std::move(model), std::move(own)});
    }
    return pairs;
}

fs::path encounter_file(const std::string& source, const Assets& assets) {
    const std::string value = parts_of(source).value;
    return is_encounter_line(value) || published_model(value, assets) ? fs::path{} : fs::path{value};
}

std::vector<EncounterParameters> load_encounters(const std::string& source, const Assets& assets) try {
    const auto [value, rigid_galaxies] = parts_of(source);
    std::vector<EncounterParameters> found;
    std::error_code ignored;
    if (const auto model = published_model(value, assets))
        found = {*model};
    else if (is_encounter_line(value))
        found = {parse_spam_line(value)};
    else if (fs::exists(value, ignored))
        found = value.ends_with(".toml") ? read_match_result(value) : read_spam_file(value);
    else
        refuse_value(value, assets);
    for (EncounterParameters& each : found) {
        if (each.name.empty()) each.name = "encounter";
        if (rigid_galaxies) each.rigid_galaxies = *rigid_galaxies;
    }
    return found;
} catch (const UsageError&) {
    throw;
} catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("restricted encounter: {}", error.what()));
}

EncounterParameters load_encounter(const std::string& source, const Assets& assets, std::string* note) {
    const auto found = load_encounters(source, assets);
    if (note && found.size() > 1)
        *note = fmt::format("{}: the first of {} encounters is used", parts_of(source).value, found.size());
    return found.front();
}

void refuse_encounter(const std::string& source, std::string_view command) {
    if (is_encounter(source))
        throw UsageError(
            fmt::format("{} does not take --spam; write a moment of the encounter to a file with simulate, "
                        "and name this file",
                        command));
}

std::vector<ParticleSet> encounter_moments(const EncounterParameters& parameters, std::size_t bodies) {
    constexpr double end = 2, longest_step = 0.02;
    constexpr long steps_per_moment = 2;
    constexpr std::size_t most_bytes = std::size_t{1} << 30;
    const GalaxyPotential& potential = potential_of(parameters.rigid_galaxies);
    EncounterSteps steps = encounter_steps(encounter_timing(parameters).start, longest_step);
    const double start = -steps.step * static_cast<double>(steps.back);
    steps.forward += static_cast<long>(std::ceil(end / steps.step));
    const auto count = static_cast<std::size_t>(steps.forward / steps_per_moment + 1);
    const std::size_t most_bodies = most_bytes / (count * (2 * sizeof(Float4) + sizeof(std::uint32_t)));
    if (bodies > most_bodies)
        throw UsageError(
            fmt::format("{} bodies are too many for {} moments of an encounter; set --bodies to at most {}", bodies,
                        count, most_bodies));
    std::vector<ParticleSet> moments;
    run_encounter(
        parameters, steps,
        {test_disk(parameters.galaxies[0], potential, disk_samples(bodies - bodies / 2)),
         test_disk(parameters.galaxies[1], potential, disk_samples(bodies / 2))},
        [&](long step, const EncounterStates& states) {
            // The present is a moment, because its step is also counted from the present.
            if ((step - steps.back) % steps_per_moment == 0)
                moments.push_back(moment_of(parameters, states, start + static_cast<double>(step) * steps.step));
        });
    return moments;
}

}  // namespace milkomeda
