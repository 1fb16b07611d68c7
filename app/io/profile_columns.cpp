#include "app/io/profile_columns.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

std::vector<BinColumn> bin_columns() {
    using enum ProfileQuantity;
    using Galaxy = const GalaxyProfile&;
    using Bin = const BinProfile&;
    return {
        {total_velocity_column, rotation,
         [](Galaxy galaxy, Bin, std::size_t bin) { return galaxy.circular_velocity[bin]; }},
        {"circular_velocity_km_s", rotation, [](Galaxy, Bin values, std::size_t) { return values.circular_velocity; },
         "Circular velocity", "v_c, km/s"},
        {"mean_azimuthal_velocity_km_s", rotation,
         [](Galaxy, Bin values, std::size_t) { return values.mean_azimuthal_velocity; }, "Mean azimuthal velocity",
         "v_phi, km/s"},
        {"surface_density_msun_pc2", surface_density,
         [](Galaxy, Bin values, std::size_t) { return values.surface_density; }, "Surface density",
         "solar masses per square parsec", true},
        {"radial_dispersion_km_s", dispersion, [](Galaxy, Bin values, std::size_t) { return values.dispersion.x; },
         "Velocity dispersion along the radius", "sigma_R, km/s"},
        {"azimuthal_dispersion_km_s", dispersion, [](Galaxy, Bin values, std::size_t) { return values.dispersion.y; },
         "Velocity dispersion along the azimuth", "sigma_phi, km/s"},
        {"vertical_dispersion_km_s", dispersion, [](Galaxy, Bin values, std::size_t) { return values.dispersion.z; },
         "Velocity dispersion along the spin axis", "sigma_z, km/s"},
        {"epicyclic_frequency_km_s_kpc", dispersion,
         [](Galaxy galaxy, Bin, std::size_t bin) { return galaxy.epicyclic_frequency[bin]; }},
        {"toomre_q", dispersion, [](Galaxy, Bin values, std::size_t) { return values.toomre_q; }, "Toomre stability",
         "Q"},
        {"rms_height_kpc", thickness, [](Galaxy, Bin values, std::size_t) { return values.rms_height; },
         "Root mean square height", "kpc", true},
        {"median_height_kpc", thickness, [](Galaxy, Bin values, std::size_t) { return values.median_height; },
         "Median height", "kpc", true},
        {"enclosed_mass_msun", enclosed_mass, [](Galaxy, Bin values, std::size_t) { return values.enclosed_mass; },
         "Enclosed mass", "solar masses", true},
        {"bar_strength", shape, [](Galaxy, Bin values, std::size_t) { return values.bar_strength; }, "Bar strength",
         "A2"},
        {"bar_phase_deg", shape, [](Galaxy, Bin values, std::size_t) { return values.bar_phase; }},
        {"projected_density_msun_pc2", projection, [](Galaxy, Bin values, std::size_t) { return values.sky_density; },
         "Surface density on the sky", "solar masses per square parsec", true},
        {"line_of_sight_velocity_km_s", projection, [](Galaxy, Bin values, std::size_t) { return values.sky_rotation; },
         "Mean velocity along the line of sight", "km/s"},
        {"line_of_sight_dispersion_km_s", projection,
         [](Galaxy, Bin values, std::size_t) { return values.sky_dispersion; },
         "Velocity dispersion along the line of sight", "km/s"}};
}

}  // namespace

std::vector<BinColumn> wanted_columns(const ProfileOptions& options) {
    std::vector<BinColumn> columns = bin_columns();
    std::erase_if(columns, [&](const BinColumn& column) { return !options.wants(column.quantity); });
    return columns;
}

Json number_or_null(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

Json bin_table(const std::vector<GalaxyProfile>& galaxies, const ProfileOptions& options) {
    const std::vector<BinColumn> columns = wanted_columns(options);
    Json rows = Json::array();
    for (const GalaxyProfile& galaxy : galaxies)
        for (const ComponentProfile& component : galaxy.components)
            for (std::size_t bin = 0; bin < component.bins.size(); ++bin) {
                Json row{{"galaxy", galaxy.galaxy},
                         {"component", component.component},
                         {"inner_radius_kpc", galaxy.bins.inner(bin)},
                         {"radius_kpc", galaxy.bins.middle(bin)},
                         {"outer_radius_kpc", galaxy.bins.outer(bin)},
                         {"bodies", component.bins[bin].bodies}};
                for (const BinColumn& column : columns)
                    row[std::string{column.name}] = number_or_null(column.value(galaxy, component.bins[bin], bin));
                rows.push_back(std::move(row));
            }
    return rows;
}

}  // namespace milkomeda
