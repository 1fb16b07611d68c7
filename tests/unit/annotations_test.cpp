#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>

#include "app/cli/annotation_set.hpp"
#include "app/viewport/scale_bar.hpp"
#include "app/viewport/trail.hpp"

using namespace milkomeda;

TEST_CASE("a scale bar has a round length of at most the requested width, and its width in pixels matches the length") {
    for (double pixels_per_kpc = 1e-4; pixels_per_kpc < 1e5; pixels_per_kpc *= 1.37) {
        const ScaleBar bar = scale_bar(pixels_per_kpc, 200);
        CHECK(bar.pixels <= 200.001f);
        // Round numbers are 1, 2 and 5 times powers of ten. Their largest successive ratio is 2.5, from 2 to 5.
        CHECK(bar.pixels > 200 / 2.5f * 0.999f);
        CHECK(bar.pixels == doctest::Approx(bar.kpc * pixels_per_kpc));
        const double digit = bar.kpc / std::pow(10, std::floor(std::log10(bar.kpc * 1.0001)));
        CHECK((std::abs(digit - 1) < 1e-6 || std::abs(digit - 2) < 1e-6 || std::abs(digit - 5) < 1e-6));
    }
}

TEST_CASE("lengths are written in parsecs, kiloparsecs or megaparsecs depending on their magnitude") {
    CHECK(length_text(0.005) == "5 pc");
    CHECK(length_text(0.5) == "500 pc");
    CHECK(length_text(1) == "1 kpc");
    CHECK(length_text(500) == "500 kpc");
    CHECK(length_text(1000) == "1 Mpc");
    // In floating point, 100 / 0.1 differs slightly from 1000.
    CHECK(length_text(scale_bar(0.1, 100.0f).kpc) == "1 Mpc");
}

TEST_CASE("the scale bar of an all-sky projection is an angle in degrees or in minutes of arc") {
    const ScaleBar wide = sky_scale_bar(10, 290), narrow = sky_scale_bar(1000, 200);
    CHECK(wide.text == "20\u00b0");
    CHECK(wide.pixels == doctest::Approx(200));
    CHECK(narrow.text == "10'");
    CHECK(narrow.pixels == doctest::Approx(1000.0 / 6));
}

TEST_CASE("a set of annotations can be read from a list of names and written back to the list") {
    const AnnotationSet set = annotations_from("clock,trails");
    CHECK(set.count() == 2);
    CHECK(set[index(Annotation::clock)]);
    CHECK(set[index(Annotation::trails)]);
    CHECK(names_of(set) == "clock,trails");
    CHECK(annotations_from("all").all());
    CHECK(annotations_from("none").none());
    CHECK(names_of(AnnotationSet{}) == "none");
    for (const char* wrong : {"", "clocks", "clock,", "none,clock", ",", "Clock", " clock"})
        CHECK_THROWS_AS(annotations_from(wrong), std::invalid_argument);
}

TEST_CASE("a trail stores a long time span in a bounded number of points") {
    Trail trail;
    const auto position_at = [](double time) { return glm::vec3{time, 0, 0}; };
    for (int i = 0; i < 100'000; ++i) trail.record(0.02 * i, position_at(0.02 * i));
    CHECK(trail.points().size() < Trail::most_points);
    CHECK(trail.points().size() >= Trail::most_points / 2);
    CHECK(trail.points().front().time == 0);
    CHECK(trail.points().back().time > 0.99 * 2000);
    for (const Trail::Point& point : trail.points()) CHECK(point.position == position_at(point.time));
}

TEST_CASE("a trail drops its later points after a rewind and ignores points closer in time than its shortest spacing") {
    Trail trail;
    for (int i = 0; i <= 10; ++i) trail.record(i, {});
    trail.record(4.5, {1, 0, 0});
    CHECK(trail.points().size() == 6);
    CHECK(trail.points().back().time == 4.5);
    trail.record(4.5 + 0.5 * Trail::shortest_spacing, {});
    CHECK(trail.points().size() == 6);
    trail.record(4.5 + Trail::shortest_spacing, {});
    CHECK(trail.points().size() == 7);
}
