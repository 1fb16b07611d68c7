// Tables and charts of `milkomeda profile` (the table of bins: app/io/profile_columns.hpp). Scripts read columns by
// name, so columns may be added but not renamed.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "app/cli/options.hpp"
#include "app/commands/chart.hpp"

namespace milkomeda {

// Returns the name of the CSV table with the shapes, "OUT-shape.csv" for the output "OUT.csv"; empty if the command
// writes no such table.
std::filesystem::path shape_table_beside(const ProfileCommandOptions& options);

// Returns a row for each galaxy and component: number of bodies, mass, and if they are measured, the shape and the
// values on the sky.
nlohmann::ordered_json component_table(const std::vector<GalaxyProfile>& galaxies);
// Returns a row for each galaxy: center, velocity, spin axis and outer radius. `origin` is the origin of the positions.
nlohmann::ordered_json galaxy_table(const std::vector<GalaxyProfile>& galaxies, const glm::dvec3& origin);

// Returns the charts of all measured quantities, with a curve for each component of each galaxy.
std::vector<Chart> profile_charts(const std::vector<GalaxyProfile>& galaxies, const ProfileOptions& options);

}  // namespace milkomeda
