#include "app/scene/encounter_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/cli/option_parts.hpp"
#include "app/cli/usage_error.hpp"
#include "data/base/units.hpp"
#include "data/text/did_you_mean.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

std::vector<EncounterParameters> published_encounters(const Assets& assets) {
    return parse_spam_lines(assets.read("data/pairs/published-models.txt"));
}

std::string value_of(const std::string& source) { return source.substr(std::string_view{encounter_prefix}.size()); }

bool is_encounter_line(const std::string& value) { return value.find(',') != value.npos; }

ParticleSet moment_of(const EncounterParameters& parameters, const EncounterStates& states, double time) {
    constexpr double length = encounter_kpc / kpc_per_length, speed = encounter_km_s / km_s_per_velocity;
    constexpr double disk_share = 1 / 7.13333;  // of the mass of the potential (GalaxyPotential)
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

fs::path encounter_file(const std::string& source, const Assets& assets) {
    const std::string value = value_of(source);
    const auto published = published_encounters(assets);
    const bool is_name = std::ranges::find(published, value, &EncounterParameters::name) != published.end();
    return is_encounter_line(value) || is_name ? fs::path{} : fs::path{value};
}

EncounterParameters load_encounter(const std::string& source, const Assets& assets, std::string* note) try {
    const std::string value = value_of(source);
    EncounterParameters parameters;
    if (is_encounter_line(value)) {
        parameters = parse_spam_line(value);
    } else if (const auto published = published_encounters(assets); encounter_file(source, assets).empty()) {
        parameters = *std::ranges::find(published, value, &EncounterParameters::name);
    } else {
        std::error_code ignored;
        if (!fs::exists(value, ignored)) {
            std::vector<std::string> names;
            for (const EncounterParameters& each : published) names.push_back(each.name);
            throw UsageError(
                fmt::format("--spam: '{}' is no line of parameters, no file and no published model{}; see "
                            "docs/encounters.md",
                            value, did_you_mean(value, names)));
        }
        const auto lines = read_spam_file(value);
        parameters = lines.front();
        if (note && lines.size() > 1)
            *note = fmt::format("{}: the first of {} encounters is used", value, lines.size());
    }
    if (parameters.name.empty()) parameters.name = "encounter";
    return parameters;
} catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--spam: {}", error.what()));
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
    const GalaxyPotential& potential = potential_of(PublishedCode::archive);
    EncounterSteps steps = encounter_steps(encounter_timing(parameters, potential).start, longest_step);
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
        parameters, potential, steps,
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
