// The Kennicutt-Schmidt plot of the Graphs drawer.
#include "app/diagnostics/schmidt_plot.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace milkomeda;

namespace {

// A galaxy whose squares have 1, 2, ..., `squares` times 10 solar masses per square parsec and follow Kennicutt's law.
GalaxySchmidtPoints galaxy_on_the_law(const std::string& name, int squares) {
    GalaxySchmidtPoints galaxy{.galaxies = {name}, .squares = {}};
    for (int i = 1; i <= squares; ++i) galaxy.squares.push_back({10.0 * i, kennicutt_rate(10.0 * i)});
    galaxy.mean = SchmidtPoint{20, kennicutt_rate(20)};
    return galaxy;
}

}  // namespace

TEST_CASE("a Kennicutt-Schmidt plot has points, a median, and a large point for each galaxy on its axes") {
    SchmidtMeasurement measured{.time = 1, .galaxies = {galaxy_on_the_law("milky-way", 90), galaxy_on_the_law("b", 9)}};
    measured.galaxies[1].mean.reset();
    measured.galaxies[1].galaxies = {"andromeda", "milky-way"};
    const SchmidtPlot shown = schmidt_plot(measured);
    const Plot& plot = shown.plot;
    CHECK(plot.title == "Kennicutt-Schmidt at 18 Myr");
    REQUIRE(plot.points.size() == 3);
    CHECK(plot.points[0].x.size() == 90);
    CHECK(!plot.points[0].large);
    CHECK(plot.points[1].large);
    CHECK(plot.points[1].name == "Milky Way");
    CHECK(plot.points[1].x[0] == 20);
    CHECK(plot.points[1].color == plot.points[0].color);
    // A galaxy without star formation has no large point, so its squares have its name.
    CHECK(plot.points[2].name == "Andromeda + Milky Way");
    CHECK(plot.points[2].color != plot.points[0].color);
    for (const PlotPoints& points : plot.points)
        for (std::size_t i = 0; i < points.x.size(); ++i) {
            REQUIRE(plot.x.range->contains(points.x[i]));
            REQUIRE(plot.y.range->contains(points.y[i]));
        }
    REQUIRE(plot.curves.size() == 2);
    for (const double gas : {3.0, 30.0, 300.0})
        CHECK(value_at(plot.curves[0], gas) == doctest::Approx(kennicutt_rate(gas)).epsilon(0.01));
    const PlotCurve& median = plot.curves[1];
    CHECK(median.x.size() > 3);
    CHECK(std::ranges::is_sorted(median.x));
    for (std::size_t i = 0; i < median.x.size(); ++i)
        CHECK(median.y[i] == doctest::Approx(kennicutt_rate(median.x[i])).epsilon(1e-9));
    CHECK(schmidt_plot({.time = 0, .galaxies = {{.galaxies = {""}, .squares = {}}}}).plot.points[0].name == "galaxy");
}

TEST_CASE("a missing Kennicutt-Schmidt plot has a reason, and a measurement is forgotten with its time") {
    Measurements measurements;
    CHECK(why_no_schmidt_plot(measurements).find("next measurement") != std::string::npos);
    Diagnostics found;
    found.time = 5;
    found.radii.resize(1);
    measurements.series.add(found, {{"disk", "a", 0, 10, 1}}, 0);
    CHECK(why_no_schmidt_plot(measurements).find("no gas") != std::string::npos);
    found.time = 6;
    found.radii.resize(2);
    measurements.series.add(found, {{"disk", "a", 0, 10, 1}, {"gas", "a", 10, 10, 1}}, 0);
    CHECK(why_no_schmidt_plot(measurements).find("next measurement") != std::string::npos);
    measurements.schmidt = SchmidtMeasurement{.time = 6};
    CHECK(why_no_schmidt_plot(measurements).find("smoothing lengths") != std::string::npos);
    measurements.schmidt = SchmidtMeasurement{.time = 6, .galaxies = {galaxy_on_the_law("a", 9)}};
    CHECK(why_no_schmidt_plot(measurements).empty());
    measurements.forget_from(7);
    CHECK(why_no_schmidt_plot(measurements).empty());
    measurements.forget_from(6);
    CHECK(!why_no_schmidt_plot(measurements).empty());
    CHECK(!measurements.schmidt);
}
