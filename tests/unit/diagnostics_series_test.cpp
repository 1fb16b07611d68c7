#include "app/diagnostics/diagnostics_series.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "app/diagnostics/diagnostics_plots.hpp"
#include "app/diagnostics/live_diagnostics.hpp"
#include "app/diagnostics/merger.hpp"
#include "data/base/units.hpp"

using namespace milkomeda;

namespace {

const std::vector<Component> two_components{{"disk", "milky-way", 0, 5, 1}, {"bulge", "milky-way", 5, 5, 1}};
const std::vector<Component> other_components{{"disk", "andromeda", 0, 5, 1}, {"bulge", "milky-way", 5, 5, 1}};

Diagnostics found_at(double time, std::size_t components = 2) {
    Diagnostics found;
    found.time = time;
    found.steps = std::lround(50 * time);
    found.energies = {0.25, -0.5};
    found.separation = 30 - time;
    found.unbound = 0.125;
    found.star_formation = 1.5;
    for (std::size_t c = 0; c < components; ++c) found.radii.push_back({1.0 + static_cast<double>(c), 2 + time, 3});
    return found;
}

std::vector<double> times(const DiagnosticsSeries& series) {
    std::vector<double> list;
    for (const DiagnosticsSeries::Row& row : series.rows()) list.push_back(row.found.time);
    return list;
}

using Times = std::vector<double>;

}  // namespace

TEST_CASE("diagnostics are ordered by time, and a run that continues from an earlier time drops all later rows") {
    DiagnosticsSeries series;
    for (const double time : {0.0, 1.0, 2.0, 3.0}) series.add(found_at(time), two_components, 1e-4 * time);
    series.mark(2.5, "timestep 0.01");
    series.mark(2.5, "softening 0.1");
    series.mark(2.5, "softening 0.1, and so on");
    CHECK(series.markers().size() == 1);
    CHECK(series.markers()[0].text == "timestep 0.01, softening 0.1, softening 0.1, and so on");
    series.add(found_at(1.5), two_components, 0);
    CHECK(times(series) == Times{0, 1, 1.5});
    // A marker after the continuation time 1.5 is kept, because the marker may belong to the continued run.
    CHECK(series.markers().size() == 1);
    series.forget_from(2);
    CHECK(times(series) == Times{0, 1, 1.5});
    CHECK(series.markers().empty());
    // Rows of snapshots can be added in any order, because users view snapshots in any order.
    series.add(found_at(0.5), two_components, 0, false);
    series.add(found_at(1.5), two_components, 7, false);
    CHECK(times(series) == Times{0, 0.5, 1, 1.5});
    CHECK(series.rows().back().energy_error == 7);
}

TEST_CASE("components keep their diagnostics columns when galaxies are added and removed") {
    DiagnosticsSeries series;
    series.add(found_at(0), two_components, 0);
    series.add(found_at(1), other_components, 0);
    REQUIRE(series.components().size() == 3);
    const auto& first = series.rows()[0].found.radii;
    const auto& second = series.rows()[1].found.radii;
    CHECK(first[0].r10 == 1);
    CHECK(first[1].r10 == 2);
    CHECK(std::isnan(first[2].r10));
    CHECK(std::isnan(second[0].r10));
    CHECK(second[1].r10 == 2);  // The second element is the bulge in both rows of the series.
    CHECK(second[2].r10 == 1);
}

TEST_CASE("forgetting rows also forgets the components that no remaining row contains") {
    DiagnosticsSeries series;
    series.add(found_at(0), two_components, 0);
    series.add(found_at(1), other_components, 0);
    series.forget_from(2);
    CHECK(series.components().size() == 3);
    series.forget_from(1);
    CHECK(series.components().size() == 2);
    CHECK(series.rows()[0].found.radii.size() == 2);
    CHECK(csv_table(series, DiagnosticsUnits::model).find("Andromeda") == std::string::npos);
}

TEST_CASE("measurements up to a saved moment are restored from a state file exactly") {
    Measurements measured{.reference = EnergyReference{-0.25, 1, 0.05}};
    Diagnostics found = found_at(0.1);
    found.separation = Diagnostics::nan;
    measured.series.add(found, two_components, 0);
    found = found_at(1);
    found.perturbers = {{1, 2, 3}};
    found.disks = {{0.1, 0.2, 0.3, 0.4, 0.5}, {}};
    measured.series.add(found, other_components, 1e-4);
    measured.series.add(found_at(2), other_components, 2e-4);
    measured.series.mark(0.5, "delete \"Andromeda\"");
    measured.series.mark(1.5, "pull");
    const SavedDiagnostics saved = saved_diagnostics(measured);
    const Measurements read = measurements_of(saved, 1);
    CHECK(times(read.series) == Times{0.1, 1});
    measured.series.forget_from(1.25);
    CHECK(csv_table(read.series, DiagnosticsUnits::model) == csv_table(measured.series, DiagnosticsUnits::model));
    CHECK(read.series.rows()[0].components == 2);
    CHECK(read.series.rows()[0].found.perturbers.empty());
    REQUIRE(read.series.markers().size() == 1);
    CHECK(read.series.markers()[0].text == "delete \"Andromeda\"");
    CHECK(read.reference->energy == -0.25);
    CHECK(read.reference->softening == 0.05);
    CHECK(saved_diagnostics({}).columns.empty());

    CHECK_THROWS_AS(measurements_of({saved.columns, {1, 2, 3}}, 1), std::exception);
    CHECK_THROWS_AS(measurements_of({"{}", saved.values}, 1), std::exception);
    CHECK_THROWS_AS(measurements_of({"[", {}}, 1), std::exception);
}

TEST_CASE("the diagnostics of a long run are thinned to every second row and stay in order") {
    DiagnosticsSeries series;
    for (std::size_t i = 0; i < 2 * DiagnosticsSeries::most_rows; ++i)
        series.add(found_at(0.02 * static_cast<double>(i)), two_components, 0);
    CHECK(series.rows().size() <= DiagnosticsSeries::most_rows);
    CHECK(series.rows().size() > DiagnosticsSeries::most_rows / 3);
    CHECK(series.rows().front().found.time == 0);
    for (std::size_t i = 1; i < series.rows().size(); ++i)
        REQUIRE(series.rows()[i - 1].found.time < series.rows()[i].found.time);
}

TEST_CASE("diagnostics plots convert their values to the chosen units and keep their markers") {
    DiagnosticsSeries series;
    const DiskShape shape{0.1, 0.2, 0.3, 0.4, 0.5};
    for (const double time : {0.0, 10.0}) {
        Diagnostics found = found_at(time);
        found.disks.assign(two_components.size(), shape);
        series.add(found, two_components, time == 0 ? 0 : -2e-3);
    }
    series.mark(10, "pull");
    for (const DiagnosticsPlot& row : diagnostics_plots()) {
        const std::string name = row.name;
        CAPTURE(name);
        CHECK(is_possible(row, two_components) == (name != "Star formation rate"));
        if (!is_possible(row, two_components)) continue;
        const PlottedSeries model = plotted(series, row, DiagnosticsUnits::model, 1e-3);
        const PlottedSeries physical = plotted(series, row, DiagnosticsUnits::physical, 1e-3);
        REQUIRE(physical.plot.curves.size() > 0);
        CHECK(physical.plot.curves[0].x[1] == doctest::Approx(10 * myr_per_time));
        CHECK(physical.plot.markers[0].at == doctest::Approx(10 * myr_per_time));
        CHECK(physical.plot.levels.size() == (name == "Energy error" ? 1 : 0));
        const double ratio = physical.plot.curves[0].y[1] / model.plot.curves[0].y[1];
        if (name == "Separation" || name == "Half-mass radii") CHECK(ratio == doctest::Approx(4));
        if (name == "Energies") CHECK(ratio == doctest::Approx(4.5e10 * 220 * 220));
        if (name == "Virial ratio") CHECK(physical.plot.curves[0].y[1] == doctest::Approx(1));
        if (name == "Energy error") CHECK(physical.plot.curves[0].y[1] == doctest::Approx(2e-3));
        if (name == "Unbound stars") CHECK(physical.plot.curves[0].y[1] == doctest::Approx(12.5));
        if (name == "Disk height") CHECK(ratio == doctest::Approx(4));
    }
    // The curves of shapes connect the rows that have shapes; all other curves have all rows.
    series.add(found_at(20), two_components, -1e-3);
    for (const DiagnosticsPlot& row : diagnostics_plots())
        if (is_possible(row, two_components)) {
            const PlottedSeries shown = plotted(series, row, DiagnosticsUnits::model, 1e-3);
            CHECK(shown.plot.curves[0].x.size() == (row.is_sparse ? 2 : 3));
            CHECK(shown.plot.curves[0].x.size() == shown.plot.curves[0].y.size());
        }
}

TEST_CASE("another branch has pale curves in the colors of the curves with equal names") {
    DiagnosticsSeries present, other;
    for (const double time : {0.0, 1.0}) present.add(found_at(time), two_components, 0);
    for (const double time : {0.0, 1.0, 2.0}) {
        Diagnostics found = found_at(time);
        found.disks.assign(2, {0.1 * time, 0.2, 0.3, 0.4, 0.5});
        if (time == 1) found.disks.clear();
        other.add(found, {two_components[1], two_components[0]}, 0);
    }
    for (const DiagnosticsPlot& row : diagnostics_plots()) {
        const std::string name = row.name;
        CAPTURE(name);
        if (!is_possible(row, two_components)) continue;
        PlottedSeries shown = plotted(present, row, DiagnosticsUnits::physical, 1e-3);
        const std::size_t count = shown.plot.curves.size();
        add_other_branch(shown, other, "branch 2", row, DiagnosticsUnits::physical);
        CHECK(shown.plot.pale_name == "branch 2");
        REQUIRE(shown.plot.curves.size() == 2 * count);
        for (const PlotCurve& curve : std::span{shown.plot.curves}.subspan(count)) {
            CHECK(curve.pale);
            const auto same = std::ranges::find(shown.plot.curves, curve.name, &PlotCurve::name);
            CHECK(!same->pale);
            CHECK(curve.color == same->color);
            CHECK(curve.x.back() == doctest::Approx(2 * myr_per_time));
            CHECK(curve.x.size() == (row.is_sparse ? 2 : 3));
        }
        if (name == "Bar strength") CHECK(shown.plot.curves[count].y[1] == doctest::Approx(0.2));
        if (name == "Separation") CHECK(shown.plot.curves[count].y[2] == doctest::Approx(28 * 4));
    }
}

TEST_CASE("runs with gas have a plot of the star formation rate instead of the index, and store the sums") {
    const std::vector<Component> with_gas{{"disk", "milky-way", 0, 5, 1}, {"gas", "milky-way", 5, 5, 1}};
    Measurements measured;
    Diagnostics found = found_at(0);
    found.gas = {.mass = 0.25, .stars = 0.125, .rate = 2.5, .internal_energy = 0.5, .substeps = 8};
    found.energies = {.kinetic = 1, .potential = -2, .heat = 0.5};
    measured.series.add(found, with_gas, 0);
    for (const DiagnosticsPlot& row : diagnostics_plots()) {
        const std::string name = row.name;
        if (name == "Star formation") CHECK(!is_possible(row, with_gas));
        if (name != "Star formation rate") continue;
        const PlottedSeries plot = plotted(measured.series, row, DiagnosticsUnits::physical, 1e-3);
        REQUIRE(plot.plot.curves.size() == 1);
        CHECK(plot.plot.curves[0].y[0] == 2.5);
        CHECK(plot.plot.y.label == "mass per time, M☉/yr");
    }
    CHECK(csv_table(measured.series, DiagnosticsUnits::physical).find("Star formation rate [M☉/yr]") !=
          std::string::npos);
    const Measurements read = measurements_of(saved_diagnostics(measured), 1);
    REQUIRE(read.series.rows().size() == 1);
    const Diagnostics& again = read.series.rows()[0].found;
    CHECK(again.gas.mass == 0.25);
    CHECK(again.gas.stars == 0.125);
    CHECK(again.gas.rate == 2.5);
    CHECK(again.gas.internal_energy == 0.5);
    CHECK(again.gas.substeps == 8);
    CHECK(again.total_energy() == -0.5);
}

TEST_CASE("the CSV table has the curves of all plots as columns, with units in the titles") {
    DiagnosticsSeries series;
    series.add(found_at(0), two_components, 0);
    series.add(found_at(1), other_components, 1e-4);
    const std::string physical = csv_table(series, DiagnosticsUnits::physical),
                      model = csv_table(series, DiagnosticsUnits::model);
    CHECK(physical.starts_with("Time [Myr],Steps,Separation [kpc],Energy error,Energies kinetic [M☉ km²/s²],"));
    CHECK(model.starts_with("Time [model units],Steps,Separation [model units],Energy error,"));
    for (const char* column : {"Half-mass radii Milky Way disk [kpc]", "Unbound stars [%]", "Virial ratio,"})
        CHECK(physical.find(column) != physical.npos);
    CHECK(physical.find("\n17.78,50,116,0.0001,") != physical.npos);
    CHECK(model.find("\n1,50,29,0.0001,0.25,-0.5,-0.25,1,") != model.npos);
    CHECK(model.find(",nan,") != model.npos);  // the radii of the galaxy that is added later
    const auto columns = [](const std::string& text, char end) {
        return std::ranges::count(text.substr(0, text.find(end)), ',');
    };
    CHECK(columns(physical, '\n') == columns(physical.substr(physical.find('\n') + 1), '\n'));
    CHECK(csv_table(series, DiagnosticsUnits::model, true).starts_with("Time [model units],Steps,Kinetic energy"));
}

TEST_CASE("two galaxies have merged when their separation stays small until the newest measurement") {
    const auto merger_of = [](const std::vector<std::pair<double, double>>& separations) {
        DiagnosticsSeries series;
        for (const auto& [time, separation] : separations) {
            Diagnostics found = found_at(time);
            found.separation = separation;
            series.add(found, two_components, 0);
        }
        return std::pair{merger_time(series.rows()),
                         plotted(series, diagnostics_plots()[0], DiagnosticsUnits::model, 1).plot.markers};
    };
    CHECK_FALSE(merger_of({{0, 9}, {10, 0.4}, {12, 0.3}}).first);  // less than merger_duration
    CHECK_FALSE(merger_of({{0, 9}, {10, 0.2}, {11, 2}, {20, 0.8}}).first);
    CHECK_FALSE(merger_of({{0, Diagnostics::nan}, {10, Diagnostics::nan}}).first);
    const auto [time, markers] = merger_of({{0, 9}, {10, 0.2}, {11, 2}, {20, 0.4}, {22, 0.1}, {23, 0.3}});
    CHECK(time == 20);
    REQUIRE(markers.size() == 1);
    CHECK(markers[0].at == 20);
    CHECK(markers[0].text == "merged at t = 20.00 (356 Myr)");
}

TEST_CASE("every plot of a mixed box has values although the potential energy is unknown") {
    DiagnosticsSeries series;
    Diagnostics found = found_at(0);
    found.energies.potential = Diagnostics::nan;
    series.add(found, two_components, Diagnostics::nan, false, {.small = 8200, .large = 150, .full_cells = 3});
    std::vector<double> values;
    for (const DiagnosticsPlot& row : diagnostics_plots(true)) {
        CHECK(row.shown);
        const PlottedSeries plot = plotted(series, row, DiagnosticsUnits::model, 1e-3);
        for (const PlotCurve& curve : plot.plot.curves) values.push_back(curve.y[0]);
    }
    CHECK(values == std::vector<double>{0.25, 8200, 150, 3});
}

TEST_CASE("the energy drift warning names remedies, and is absent if energy is not meant to be conserved") {
    const std::vector<Component> stars{{"disk", "a", 0, 1, 1}}, gas{{"gas", "a", 0, 1, 1}};
    SimulationParameters parameters;
    CHECK(why_not_conserved(parameters, gas).find("gas radiates") != std::string::npos);
    parameters.gas.model = GasModel::adiabatic;
    CHECK(why_not_conserved(parameters, gas).find("heat of the gas") != std::string::npos);
    parameters.gas.model = GasModel::off;
    CHECK(why_not_conserved(parameters, gas).empty());
    parameters = {};
    CHECK(why_not_conserved(parameters, stars).empty());
    CHECK(drift_words(0.0123, 1e-3, parameters) ==
          "energy has drifted by 1.23 % (bound 0.1 %): try a timestep smaller than 0.02, or a softening "
          "larger than "
          "0.05");
    parameters.damping = 0.99;
    CHECK(why_not_conserved(parameters, stars).find("damping") != std::string::npos);
    parameters = {.integrator = Integrator::explicit_euler};
    CHECK(why_not_conserved(parameters, stars).find("explicit-euler") != std::string::npos);
    parameters = {.fraction_denominator = 4};
    CHECK(why_not_conserved(parameters, stars).find("fraction") != std::string::npos);
}
