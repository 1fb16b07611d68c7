// milkomeda profile: measures radial profiles of galaxies and writes them as tables, JSON or charts.
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands/commands.hpp"
#include "app/commands/headless_run.hpp"
#include "app/commands/profile_tables.hpp"
#include "app/io/json_text.hpp"
#include "app/io/output_file.hpp"
#include "app/io/profile_columns.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/encounter_source.hpp"
#include "data/base/units.hpp"
#include "data/files/binary_file.hpp"
#include "data/series/series.hpp"
#include "render/gl/headless_context.hpp"

namespace milkomeda {
namespace {

// Profiles with the state of the run that they measure.
struct MeasuredState {
    std::vector<GalaxyProfile> galaxies;
    std::size_t bodies;
    double time;  // in model units
    SimulationParameters parameters;
    glm::dvec3 origin;  // of the positions
};

// Throws UsageError or std::runtime_error before any work begins if the output cannot be written.
void require_profile_output(const ProfileCommandOptions& options) {
    const std::filesystem::path extension = options.output.extension();
    if (extension != ".csv" && extension != ".json" && extension != ".png")
        throw UsageError(
            fmt::format("-o {}: the name of a profile must end in .csv, .json or .png", options.output.string()));
    require_replaceable(options.output);
    if (const std::filesystem::path shapes = shape_table_beside(options); !shapes.empty()) require_replaceable(shapes);
}

MeasuredState measure(const ProfileCommandOptions& options, const Assets& assets) {
    const auto [initial, state, time] =
        observed_state(options.scene, options.device, options.program, assets, "has no galaxies to measure");
    const ParticleSet& particles = state.particles;
    const SimulationParameters& parameters = initial->parameters;
    const ProfiledRun run{parameters.gravity, parameters.softening, {parameters.gas, particles.gas}};
    ProfileOptions wanted = options.profile;
    if (wanted.aperture) *wanted.aperture -= glm::dvec4{particles.origin, 0};
    try {
        return {galaxy_profiles(particles, run, wanted), particles.size(), time, parameters, particles.origin};
    } catch (const std::invalid_argument& error) {
        throw UsageError(fmt::format("cannot measure {}: {}", options.scene.source, error.what()));
    }
}

nlohmann::ordered_json summary_of(const MeasuredState& state) {
    return {{"bodies", state.bodies},
            {"time", state.time},
            {"time_myr", state.time * myr_per_time},
            {"softening_kpc", state.parameters.softening * kpc_per_length},
            {"galaxies", galaxy_table(state.galaxies, state.origin)}};
}

void write_json(const std::filesystem::path& file, const MeasuredState& state, const ProfileOptions& options) {
    nlohmann::ordered_json json = summary_of(state);
    json["components"] = component_table(state.galaxies);
    json["bins"] = bin_table(state.galaxies, options);
    BinaryWriter writer{file};
    writer.text(json_page(json));
    writer.commit();
}

}  // namespace

void profile(const ProfileCommandOptions& options, const Assets& assets) {
    require_profile_output(options);
    refuse_encounter(options.scene.source, "profile");
    if (is_series(options.scene.source))
        throw UsageError(fmt::format("profile takes one file, but {} may be several files; name a single file",
                                     options.scene.source));
    const std::filesystem::path& output = options.output;
    std::optional<HeadlessContext> gl;
    if (output.extension() == ".png") gl.emplace(options.program.verbose);
    const MeasuredState state = measure(options, assets);
    if (gl)
        draw_charts(profile_charts(state.galaxies, options.profile), output);
    else if (output.extension() == ".json")
        write_json(output, state, options.profile);
    else
        write_csv(output, bin_table(state.galaxies, options.profile));
    if (const std::filesystem::path shapes = shape_table_beside(options); !shapes.empty())
        write_csv(shapes, component_table(state.galaxies));
    if (!options.json) return;
    nlohmann::ordered_json summary{{"file", output.string()}};
    summary.update(summary_of(state));
    std::cout << json_line(summary) << '\n';
}

}  // namespace milkomeda
