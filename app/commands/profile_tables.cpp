#include "app/commands/profile_tables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/io/profile_columns.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

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

void append_sky(Json& row, const SkyProfile& sky) {
    row["half_mass_radius_kpc"] = number_or_null(sky.half_mass_radius);
    row["lambda_r"] = number_or_null(sky.spin.lambda);
    row["v_over_sigma"] = number_or_null(sky.spin.v_over_sigma);
    row["sersic_index"] = number_or_null(sky.sersic.index);
    row["sersic_radius_kpc"] = number_or_null(sky.sersic.effective_radius);
    row["sersic_density_msun_pc2"] = number_or_null(sky.sersic.density);
    row["sersic_inner_radius_kpc"] = number_or_null(sky.sersic.inner_radius);
    row["sersic_outer_radius_kpc"] = number_or_null(sky.sersic.outer_radius);
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
    using enum ProfileQuantity;
    const bool has_values = options.profile.wants(shape) || options.profile.wants(projection);
    if (options.output.extension() != ".csv" || !has_values) return {};
    std::filesystem::path name = options.output;
    return name.replace_filename(name.stem().string() + "-shape.csv");
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
            if (component.sky) append_sky(row, *component.sky);
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
            const BinColumn& total = *std::ranges::find(columns, total_velocity_column, &BinColumn::name);
            ChartSeries series = series_of(galaxy, galaxy.components.front(), total, false);
            series.name = galaxy.galaxy + ", all bodies of the run";
            series.is_reference = true;
            charts.back().series.push_back(std::move(series));
        }
    }
    return charts;
}

}  // namespace milkomeda
