#include "app/diagnostics/diagnostics_plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/diagnostics/merger.hpp"
#include "data/base/units.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

using Row = DiagnosticsSeries::Row;
using Curves = std::vector<DiagnosticsCurve>;
using Components = std::vector<Component>;

// Returns the curve of a single quantity.
template <double (*value)(const Row&)>
Curves curve_of(const Components&) {
    return {{"", value}};
}

double energy_error(const Row& row) { return std::abs(row.energy_error); }
double virial_ratio(const Row& row) { return row.found.virial_ratio(); }
double unbound_percent(const Row& row) { return 100 * row.found.unbound; }
// A galaxy with gas has a star formation rate instead of the index of its disk.
Curves formation_index_curves(const Components& components) {
    const auto has_index = [&](const Component& disk) { return disk.name == "disk" && !has_gas(disk, components); };
    if (std::ranges::none_of(components, has_index)) return {};
    return {{"", [](const Row& row) { return row.found.star_formation; }}};
}
Curves formation_rate_curves(const Components& components) {
    if (gas_count(components) == 0) return {};
    return {{"", [](const Row& row) { return row.found.gas.rate; }}};
}
double kinetic(const Row& row) { return row.found.energies.kinetic; }
double full_cells(const Row& row) { return static_cast<double>(row.box.full_cells); }

Curves particle_curves(const Components&) {
    return {{"small", [](const Row& row) { return static_cast<double>(row.box.small); }},
            {"large", [](const Row& row) { return static_cast<double>(row.box.large); }}};
}

// Returns the curves of the three coordinates of a vector.
template <glm::dvec3 Diagnostics::*vector>
Curves vector_curves(const Components&) {
    return {{"x", [](const Row& row) { return (row.found.*vector).x; }},
            {"y", [](const Row& row) { return (row.found.*vector).y; }},
            {"z", [](const Row& row) { return (row.found.*vector).z; }}};
}

Curves energy_curves(const Components& components) {
    Curves curves{{"kinetic", kinetic},
                  {"potential", [](const Row& row) { return row.found.energies.potential; }},
                  {"total", [](const Row& row) { return row.found.total_energy(); }}};
    if (gas_count(components) > 0)
        curves.push_back({"heat of the gas", [](const Row& row) { return row.found.gas.internal_energy; }});
    return curves;
}

// Returns the curve of the distance between the first two galaxies and, if there are two perturbers or more, the curve
// of the distance between the first two perturbers.
Curves separation_curves(const Components& components) {
    const auto galaxies = [](const Row& row) { return row.found.separation; };
    const std::size_t perturbers = perturber_count(components);
    if (perturbers < 2) return {{"", galaxies}};
    const Component* const own = &components[components.size() - perturbers];
    return {{"galaxies", galaxies}, {own[0].name + " and " + own[1].name, [](const Row& row) {
                                         const std::vector<glm::dvec3>& places = row.found.perturbers;
                                         return places.size() < 2 ? Diagnostics::nan
                                                                  : glm::distance(places[0], places[1]);
                                     }}};
}

template <double LagrangianRadii::*radius>
Curves radius_curves(const Components& components) {
    Curves curves;
    for (std::size_t c = 0; c < components.size(); ++c) {
        if (components[c].perturber) continue;  // a perturber is a point mass without a radius
        curves.push_back({title_of(components[c]), [c](const Row& row) {
                              return c < row.found.radii.size() ? row.found.radii[c].*radius : Diagnostics::nan;
                          }});
    }
    return curves;
}

// Returns a curve for each disk.
template <double DiskShape::*value>
Curves disk_curves(const Components& components) {
    Curves curves;
    for (std::size_t c = 0; c < components.size(); ++c)
        if (components[c].name == "disk")
            curves.push_back({title_of(components[c]), [c](const Row& row) {
                                  return c < row.found.disks.size() ? row.found.disks[c].*value : Diagnostics::nan;
                              }});
    return curves;
}

constexpr std::array plot_table{
    DiagnosticsPlot{"Separation",
                    "Distance between the centers of the first two galaxies, and between the first two perturbers",
                    "separation", 0, 1, 0, false, true, separation_curves},
    DiagnosticsPlot{"Energy error",
                    "Change of the total energy since the start, relative to the total energy at the start",
                    "energy error |E - E₀| / |E₀|", 0, 0, 0, true, true, curve_of<energy_error>},
    DiagnosticsPlot{"Energies", "Kinetic, potential and total energy", "energy", 1, 0, 2, false, false, energy_curves},
    DiagnosticsPlot{"Virial ratio",
                    "Twice the kinetic energy divided by the absolute value of the potential energy: 1 in equilibrium",
                    "2 K / |U|", 0, 0, 0, false, true, curve_of<virial_ratio>},
    DiagnosticsPlot{"Half-mass radii",
                    "Radii that contain half of a component's mass; for disks, distances from the axis",
                    "radius of 50 %", 0, 1, 0, true, true, radius_curves<&LagrangianRadii::r50>},
    DiagnosticsPlot{"Inner radii", "Radii that contain a tenth of a component's mass", "radius of 10 %", 0, 1, 0, true,
                    false, radius_curves<&LagrangianRadii::r10>},
    DiagnosticsPlot{"Outer radii", "Radii that contain nine tenths of a component's mass", "radius of 90 %", 0, 1, 0,
                    true, false, radius_curves<&LagrangianRadii::r90>},
    DiagnosticsPlot{"Bar strength",
                    "Amplitude A2 of the bar within the radius of 90 % of a disk: 0 without a bar, 1 for "
                    "a straight line",
                    "A2", 0, 0, 0, false, false, disk_curves<&DiskShape::bar_strength>, "", true},
    DiagnosticsPlot{"Pattern speed", "Angular velocity of the bar; without a bar, it has no meaning", "pattern speed",
                    0, -1, 1, false, false, disk_curves<&DiskShape::pattern_speed>, "", true},
    DiagnosticsPlot{"Axis ratio",
                    "Shortest axis divided by longest axis of a disk: small for a thin disk, 1 for a sphere", "c / a",
                    0, 0, 0, false, false, disk_curves<&DiskShape::c_over_a>, "", true},
    DiagnosticsPlot{"Disk height", "Root mean square of the height of a disk's stars over its plane", "height", 0, 1, 0,
                    false, false, disk_curves<&DiskShape::height>, "", true},
    DiagnosticsPlot{"Spin", "Spin parameter of a disk that is seen edge-on: 1 for pure rotation, 0 for random motion",
                    "λ_R", 0, 0, 0, false, false, disk_curves<&DiskShape::spin>, "", true},
    DiagnosticsPlot{"Unbound stars", "Share of the disks' stars that are faster than the escape velocity", "%", 0, 0, 0,
                    false, false, curve_of<unbound_percent>},
    DiagnosticsPlot{"Star formation",
                    "Mean growth of the density of the disks within 20 Myr. Stars form where disks become denser",
                    "index", 0, 0, 0, false, true, formation_index_curves},
    DiagnosticsPlot{"Star formation rate", "Mass of the stars that form from the gas of all galaxies in a year",
                    "mass per time", 0, 0, 0, true, true, formation_rate_curves, "M☉/yr"},
    DiagnosticsPlot{"Momentum", "Total momentum of all bodies", "momentum", 1, 0, 1, false, false,
                    vector_curves<&Diagnostics::momentum>},
    DiagnosticsPlot{"Angular momentum", "Total angular momentum of all bodies about the origin", "angular momentum", 1,
                    1, 1, false, false, vector_curves<&Diagnostics::angular_momentum>}};

constexpr std::array box_table{
    DiagnosticsPlot{"Kinetic energy", "Kinetic energy of all moving particles", "energy", 1, 0, 2, false, true,
                    curve_of<kinetic>},
    DiagnosticsPlot{"Particles", "Numbers of small and large particles", "particles", 0, 0, 0, true, true,
                    particle_curves},
    DiagnosticsPlot{
        "Overfull grid cells",
        "Number of grid cells with more particles than slots; some contacts in these cells are not detected", "cells",
        0, 0, 0, false, true, curve_of<full_cells>}};

// A column of a CSV table.
struct Column {
    double factor;  // factor from model units to the unit of the column
    std::function<double(const Row&)> value;
};

// Returns the title of a column with its unit, such as "Half-mass radii Milky Way disk [kpc]". A comma in the name of a
// galaxy becomes a space.
std::string column_title(const DiagnosticsPlot& plot, const DiagnosticsCurve& curve, DiagnosticsUnits units) {
    const std::string unit = plot.label[0] == '%' ? "%" : unit_of(plot, units);
    std::string title = fmt::format("{}{}{}", plot.name, curve.name.empty() ? "" : " ", curve.name);
    if (!unit.empty()) title += fmt::format(" [{}]", unit);
    std::ranges::replace(title, ',', ' ');
    return title;
}

// Removes the values that are NaN, and fills `left` with the times of all other values. Returns `left`.
std::span<const double> without_gaps(const std::vector<double>& times, std::vector<double>& values,
                                     std::vector<double>& left) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isnan(values[i])) left.push_back(times[i]);
    std::erase_if(values, [](double value) { return std::isnan(value); });
    return left;
}

double time_factor_of(DiagnosticsUnits units) { return units == DiagnosticsUnits::model ? 1 : myr_per_time; }

// Adds the curves of a branch. A curve has the color of an existing curve with its name, or else the next color.
void add_curves(PlottedSeries& result, const DiagnosticsSeries& series, const DiagnosticsPlot& plot,
                DiagnosticsUnits units, bool pale) {
    const double factor = factor_of(plot, units), time_factor = time_factor_of(units);
    std::vector<double>& all_times = result.times.emplace_back();
    for (const Row& row : series.rows()) all_times.push_back(time_factor * row.found.time);
    for (const DiagnosticsCurve& curve : plot.curves(series.components())) {
        std::vector<double>& values = result.values.emplace_back();
        for (const Row& row : series.rows()) values.push_back(factor * curve.value(row));
        std::span<const double> times = all_times;
        if (plot.is_sparse) times = without_gaps(all_times, values, result.sparse_times.emplace_back());
        std::vector<PlotCurve>& curves = result.plot.curves;
        const auto same = std::ranges::find(curves, curve.name, &PlotCurve::name);
        const std::size_t color = same == curves.end() ? curves.size() % plot_colors : same->color;
        curves.push_back({.name = curve.name, .x = times, .y = values, .color = color, .pale = pale});
    }
}

}  // namespace

bool is_possible(const DiagnosticsPlot& plot, const std::vector<Component>& components) {
    return components.empty() || !plot.curves(components).empty();
}

std::span<const DiagnosticsPlot> diagnostics_plots(bool of_box) {
    return of_box ? std::span<const DiagnosticsPlot>{box_table} : plot_table;
}

double factor_of(const DiagnosticsPlot& plot, DiagnosticsUnits units) {
    if (units == DiagnosticsUnits::model) return 1;
    return std::pow(solar_masses_per_mass, plot.mass) * std::pow(kpc_per_length, plot.length) *
           std::pow(km_s_per_velocity, plot.velocity);
}

std::string unit_of(const DiagnosticsPlot& plot, DiagnosticsUnits units) {
    if (*plot.fixed_unit != '\0') return plot.fixed_unit;
    const bool is_number = plot.mass == 0 && plot.length == 0 && plot.velocity == 0;
    if (is_number) return {};
    if (units == DiagnosticsUnits::model) return "model units";
    std::string unit;
    if (plot.mass > 0) unit += "M☉ ";
    if (plot.length > 0) unit += "kpc ";
    if (plot.velocity > 0 && plot.length < 0) return "km/s/kpc";
    if (plot.velocity > 0) unit += plot.velocity == 2 ? "km²/s² " : "km/s ";
    unit.pop_back();
    return unit;
}

PlottedSeries plotted(const DiagnosticsSeries& series, const DiagnosticsPlot& plot, DiagnosticsUnits units,
                      double bound) {
    const double time_factor = time_factor_of(units);
    const std::string unit = unit_of(plot, units);
    PlottedSeries result;
    result.plot.x.label = units == DiagnosticsUnits::model ? "time, model units" : "time, Myr";
    result.plot.y.label = plot.label + (unit.empty() ? "" : ", " + unit);
    result.plot.y.logarithmic = plot.logarithmic;
    add_curves(result, series, plot, units, false);
    for (const SeriesMarker& marker : series.markers())
        result.plot.markers.push_back({time_factor * marker.time, marker.text});
    if (plot.curves == curve_of<energy_error>) result.plot.levels.push_back({bound, "bound"});
    if (const auto merged = merger_time(series.rows()); merged && plot.curves == separation_curves)
        result.plot.markers.push_back({time_factor * *merged, merger_words(*merged)});
    return result;
}

void add_other_branch(PlottedSeries& shown, const DiagnosticsSeries& other, const std::string& name,
                      const DiagnosticsPlot& plot, DiagnosticsUnits units) {
    add_curves(shown, other, plot, units, true);
    shown.plot.pale_name = name;
}

std::string csv_table(const DiagnosticsSeries& series, DiagnosticsUnits units, bool of_box) {
    const bool is_model = units == DiagnosticsUnits::model;
    std::string text = is_model ? "Time [model units],Steps" : "Time [Myr],Steps";
    std::vector<Column> columns;
    for (const DiagnosticsPlot& plot : diagnostics_plots(of_box))
        for (const DiagnosticsCurve& curve : plot.curves(series.components())) {
            text += ',' + column_title(plot, curve, units);
            columns.push_back({factor_of(plot, units), curve.value});
        }
    for (const Row& row : series.rows()) {
        text += fmt::format("\n{:.12g},{}", time_factor_of(units) * row.found.time, row.found.steps);
        for (const Column& column : columns) text += fmt::format(",{:.12g}", column.factor * column.value(row));
    }
    return text + '\n';
}

}  // namespace milkomeda
