#include "app/commands/profile_tables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "data/base/units.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

// A column of the table of bins, and the chart of its values. Columns without a title have no chart.
struct BinColumn {
    std::string_view name;
    ProfileQuantity quantity;
    double (*value)(const GalaxyProfile& galaxy, const BinProfile& values, std::size_t bin);
    std::string_view title = {}, label = {};
    bool logarithmic = false;
};

constexpr std::string_view total_velocity = "total_circular_velocity_km_s";

std::vector<BinColumn> bin_columns() {
    using enum ProfileQuantity;
    using Galaxy = const GalaxyProfile&;
    using Bin = const BinProfile&;
    return {
        {total_velocity, rotation, [](Galaxy galaxy, Bin, std::size_t bin) { return galaxy.circular_velocity[bin]; }},
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
        {"bar_phase_deg", shape, [](Galaxy, Bin values, std::size_t) { return values.bar_phase; }}};
}

// Returns the columns of the wanted quantities.
std::vector<BinColumn> wanted_columns(const ProfileOptions& options) {
    std::vector<BinColumn> columns = bin_columns();
    std::erase_if(columns, [&](const BinColumn& column) { return !options.wants(column.quantity); });
    return columns;
}

// Returns the number, or null if it is not finite.
Json number_or_null(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

void append_vector(Json& row, const std::string& name, const std::string& unit, const glm::dvec3& v) {
    row[name + "_x" + unit] = number_or_null(v.x);
    row[name + "_y" + unit] = number_or_null(v.y);
    row[name + "_z" + unit] = number_or_null(v.z);
}

void append_shape(Json& row, const ShapeProfile& shape) {
    row["b_over_a"] = number_or_null(shape.b_over_a);
    row["c_over_a"] = number_or_null(shape.c_over_a);
    append_vector(row, "major_axis", "", shape.major_axis);
    append_vector(row, "minor_axis", "", shape.minor_axis);
    row["shape_iterations"] = shape.iterations;
    row["shape_converged"] = shape.converged;
    row["bar_strength"] = number_or_null(shape.bar_strength);
    row["bar_phase_deg"] = number_or_null(shape.bar_phase);
    row["bar_inner_radius_kpc"] = number_or_null(shape.bar_inner_radius);
    row["bar_outer_radius_kpc"] = number_or_null(shape.bar_outer_radius);
    row["pattern_speed_km_s_kpc"] = number_or_null(shape.pattern_speed);
    row["pattern_speed_error_km_s_kpc"] = number_or_null(shape.pattern_speed_error);
}

// Returns the curve of a column. Logarithmic axes show no values that are not positive.
ChartSeries series_of(const GalaxyProfile& galaxy, const ComponentProfile& component, const BinColumn& column,
                      bool logarithmic) {
    ChartSeries series{galaxy.galaxy + " " + component.component, {}};
    for (std::size_t bin = 0; bin < component.bins.size(); ++bin) {
        const double value = column.value(galaxy, component.bins[bin], bin);
        series.points.push_back(
            {galaxy.bins.middle(bin), logarithmic && !(value > 0) ? std::numeric_limits<double>::quiet_NaN() : value});
    }
    return series;
}

Chart chart_of(const std::vector<GalaxyProfile>& galaxies, const BinColumn& column,
               std::vector<std::string>& components) {
    Chart chart{.title = std::string{column.title},
                .x_label = "distance from the spin axis, kpc",
                .y_label = std::string{column.label},
                .logarithmic_y = column.logarithmic,
                .series = {}};
    for (std::size_t i = 0; i < galaxies.size(); ++i)
        for (const ComponentProfile& component : galaxies[i].components) {
            ChartSeries series = series_of(galaxies[i], component, column, column.logarithmic);
            if (std::ranges::none_of(series.points, [](const ChartPoint& point) { return std::isfinite(point.y); }))
                continue;
            auto known = std::ranges::find(components, component.component);
            if (known == components.end()) known = components.insert(known, component.component);
            series.color = static_cast<std::size_t>(known - components.begin());
            series.dots = i % 2 == 0;  // equal components of two galaxies have the same color
            chart.series.push_back(std::move(series));
        }
    return chart;
}

}  // namespace

std::filesystem::path shape_table_beside(const ProfileCommandOptions& options) {
    if (options.output.extension() != ".csv" || !options.profile.wants(ProfileQuantity::shape)) return {};
    std::filesystem::path name = options.output;
    return name.replace_filename(name.stem().string() + "-shape.csv");
}

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

Json component_table(const std::vector<GalaxyProfile>& galaxies) {
    Json rows = Json::array();
    for (const GalaxyProfile& galaxy : galaxies)
        for (const ComponentProfile& component : galaxy.components) {
            Json row{{"galaxy", galaxy.galaxy},
                     {"component", component.component},
                     {"bodies", component.bodies},
                     {"mass_msun", component.mass}};
            if (component.shape) append_shape(row, *component.shape);
            rows.push_back(std::move(row));
        }
    return rows;
}

Json galaxy_table(const std::vector<GalaxyProfile>& galaxies, const glm::dvec3& origin) {
    Json rows = Json::array();
    for (const GalaxyProfile& galaxy : galaxies) {
        Json row{{"galaxy", galaxy.galaxy}, {"outer_radius_kpc", galaxy.bins.radius}};
        append_vector(row, "center", "_kpc", kpc_per_length * (galaxy.frame.center + origin));
        append_vector(row, "velocity", "_km_s", km_s_per_velocity * galaxy.frame.velocity);
        append_vector(row, "spin_axis", "", galaxy.frame.axes.z);
        append_vector(row, "disk_x_axis", "", galaxy.frame.axes.x);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<Chart> profile_charts(const std::vector<GalaxyProfile>& galaxies, const ProfileOptions& options) {
    std::vector<Chart> charts;
    std::vector<std::string> components;  // in the order of their colors
    const std::vector<BinColumn> columns = wanted_columns(options);
    for (const BinColumn& column : columns) {
        if (column.title.empty()) continue;
        charts.push_back(chart_of(galaxies, column, components));
        if (column.name != "circular_velocity_km_s") continue;
        for (const GalaxyProfile& galaxy : galaxies) {
            const BinColumn& total = *std::ranges::find(columns, total_velocity, &BinColumn::name);
            ChartSeries series = series_of(galaxy, galaxy.components.front(), total, false);
            series.name = galaxy.galaxy + ", all bodies of the run";
            series.is_reference = true;
            charts.back().series.push_back(std::move(series));
        }
    }
    return charts;
}

}  // namespace milkomeda
