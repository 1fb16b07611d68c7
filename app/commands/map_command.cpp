// milkomeda map: observes the bodies of a run as a map or a cube on the sky.
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/commands/commands.hpp"
#include "app/commands/map_files.hpp"
#include "app/commands/map_picture.hpp"
#include "app/io/json_text.hpp"
#include "app/scene/encounter_source.hpp"
#include "data/base/units.hpp"
#include "data/series/series.hpp"
#include "render/gl/headless_context.hpp"

namespace milkomeda {
namespace {

nlohmann::ordered_json summary_of(const ObservedMap& observed, const MapCommandOptions& options) {
    const MapGrid& grid = observed.map.grid;
    const glm::dvec3 center = observed.view.center + observed.state.particles.origin;
    return {{"file", options.output.string()},
            {"quantity", name_of(options.quantity)},
            {"unit", unit_of(options.quantity)},
            {"pixels", {grid.columns, grid.rows}},
            {"channels", grid.channels},
            {"extent_kpc", {grid.width * kpc_per_length, grid.height * kpc_per_length}},
            {"velocities_km_s", {grid.least_velocity * km_s_per_velocity, grid.most_velocity * km_s_per_velocity}},
            {"center", {center.x, center.y, center.z}},
            {"time", observed.time},
            {"bodies", observed.state.particles.size()},
            {"bodies_in_map", observed.map.bodies}};
}

}  // namespace

void map(const MapCommandOptions& options, const Assets& assets) {
    require_map_files(options);
    require_consistent(options);
    refuse_encounter(options.scene.source, "map");
    if (is_series(options.scene.source))
        throw UsageError(
            fmt::format("map takes one file, but {} may be several files; name a single file", options.scene.source));
    const std::filesystem::path extension = options.output.extension();
    std::optional<HeadlessContext> gl;
    if (extension == ".png") gl.emplace(options.program.verbose);
    const ObservedMap observed = observe_map(options, assets);
    if (gl)
        draw_map(observed, options);
    else if (extension == ".npy")
        write_map_array(observed, options);
    else
        write_map_fits(observed, options);
    if (!options.table.empty()) write_map_table(observed, options);
    if (options.json) std::cout << json_line(summary_of(observed, options)) << '\n';
}

}  // namespace milkomeda
