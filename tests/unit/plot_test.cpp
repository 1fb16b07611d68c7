#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "app/ui/plot_axis.hpp"

using namespace milkomeda;

namespace {

PlotExtent extent_of(const std::vector<double>& values, bool logarithmic = false) {
    PlotExtent extent;
    for (const double value : values) extent.include(value, logarithmic);
    return extent;
}

}  // namespace

TEST_CASE("a plot axis covers its values with a margin and never has length zero") {
    const Range plain = fitted_range({}, extent_of({2, 3, NAN, INFINITY}), 0.1);
    CHECK(plain.least == doctest::Approx(1.9));
    CHECK(plain.most == doctest::Approx(3.1));
    CHECK(fitted_range({.from_zero = true}, extent_of({2, 3}), 0.1).least == 0);
    for (const std::vector<double>& values :
         {std::vector<double>{}, {0}, {5}, {-5}, {1e-300}, {-0.25, -0.25000000001}}) {
        const Range range = fitted_range({}, extent_of(values), 0.06);
        CHECK(range.least < range.most);
        for (const double value : values) CHECK(range.contains(value));
    }
    const Range logarithmic = fitted_range({.logarithmic = true}, extent_of({-1, 0, 0.01, 100}, true), 0.03);
    // The lower end is 0.01 reduced by 3 % of four decades.
    CHECK(logarithmic.least == doctest::Approx(0.0076).epsilon(0.01).scale(0));
    CHECK(logarithmic.most == doctest::Approx(131.8).epsilon(0.01).scale(0));
    CHECK(fitted_range({.logarithmic = true}, extent_of({}), 0.03).least > 0);
    CHECK(fitted_range({.logarithmic = true}, extent_of({7}, true), 0.03).contains(7));
}

TEST_CASE("converting a value on a plot axis to a pixel and back gives the original value") {
    for (const bool logarithmic : {false, true}) {
        // Pixel 20 is above pixel 300, so the axis points upward.
        const PlotScale scale{{0.5, 80}, logarithmic, 300, 20};
        CHECK(scale.pixel(0.5) == doctest::Approx(300));
        CHECK(scale.pixel(80) == doctest::Approx(20));
        for (const float pixel : {20.f, 77.f, 200.f, 300.f})
            // The tolerance allows rounding errors of floats.
            CHECK(scale.pixel(scale.value(pixel)) == doctest::Approx(pixel).epsilon(1e-5).scale(0));
        CHECK(std::isfinite(scale.pixel(0)));
        CHECK(std::isfinite(scale.pixel(-1e30)));
    }
}

TEST_CASE(
    "a plot axis keeps the value under the pointer when zoomed, moves this value when dragged, and shows a range") {
    for (const bool logarithmic : {false, true}) {
        const PlotScale scale{{1, 100}, logarithmic, 0, 400};
        const double at = scale.value(100);
        const PlotScale closer{scale.zoomed(100, 0.5), logarithmic, 0, 400};
        CHECK(closer.value(100) == doctest::Approx(at));
        CHECK(closer.range().least > 1);
        CHECK(closer.range().most < 100);
        const PlotScale moved{scale.moved(50), logarithmic, 0, 400};
        CHECK(moved.value(150) == doctest::Approx(at));
        const Range part = scale.between(300, 100);
        CHECK(part.least == doctest::Approx(at));
        CHECK(part.most == doctest::Approx(scale.value(300)));
    }
    PlotScale scale{{10, 11}, false, 0, 100};
    for (int i = 0; i < 200; ++i) scale = {scale.zoomed(50, 0.5), false, 0, 100};
    // The range stays wide enough for distinct tick labels.
    CHECK(scale.range().most - scale.range().least > 1e-4);
}

TEST_CASE("zooming out and moving keep the ends of a plot axis finite") {
    for (const bool logarithmic : {false, true}) {
        PlotScale scale{{1, 100}, logarithmic, 0, 400};
        for (int i = 0; i < 3000; ++i) {
            scale = {scale.zoomed(100, 1.25), logarithmic, 0, 400};
            CHECK(std::isfinite(scale.range().least));
            CHECK(std::isfinite(scale.range().most));
            if (logarithmic) CHECK(scale.range().least > 0);
        }
        CHECK(scale.range().most > 1e50);
        for (const float pixels : {300.f, -300.f})
            for (int i = 0; i < 1000; ++i) scale = {scale.moved(pixels), logarithmic, 0, 400};
        CHECK(std::isfinite(scale.pixel(1)));
        CHECK(scale.ticks(5).size() < 1000);
        // The axis can be zoomed in after zooming out.
        const PlotScale closer{scale.zoomed(200, 0.5), logarithmic, 0, 400};
        CHECK(closer.range().least > scale.range().least);
    }
    PlotExtent extent;
    for (const double value : {1e-320, 1e300, 2.0, 3.0}) extent.include(value, true);
    CHECK(extent.least == 2);
    CHECK(extent.most == 3);
}

TEST_CASE("a plotted curve is interpolated between its points and undefined in gaps and beyond its ends") {
    const std::vector<double> x{0, 1, 2, 3, 4}, y{0, 10, NAN, 30, 20};
    const PlotCurve curve{"", x, y};
    CHECK(value_at(curve, 0.25) == doctest::Approx(2.5));
    CHECK(value_at(curve, 1) == 10);
    CHECK(value_at(curve, 3.5) == doctest::Approx(25));
    for (const double x_without_value : {-0.1, 1.5, 2.0, 2.5, 4.1}) CHECK(std::isnan(value_at(curve, x_without_value)));
    CHECK(std::isnan(value_at(PlotCurve{}, 1)));
}
