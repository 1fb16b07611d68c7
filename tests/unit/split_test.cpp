#include "app/tools/split.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace milkomeda;

TEST_CASE("the recorded distances of two runs cover all times evenly, in order, with at most 4096 entries") {
    SplitHistory history;
    constexpr int count = 100'000;
    for (int i = 0; i < count; ++i) history.add({static_cast<double>(i), 2.0 * i, 3.0 * i, 4.0 * i});
    REQUIRE(history.times.size() == history.rms.size());
    REQUIRE(history.times.size() == history.separation.size());
    CHECK(history.times.size() <= 4096);
    CHECK(history.times.size() >= 2048);  // Thinning keeps at least half of the 4096 times that fit.
    CHECK(history.times.front() == 0);
    CHECK(history.times.back() > 0.99 * count);
    // The remaining times are equally spaced, and their values are unchanged.
    const double step = history.times[1] - history.times[0];
    for (std::size_t i = 0; i < history.times.size(); ++i) {
        REQUIRE(history.times[i] == step * static_cast<double>(i));
        REQUIRE(history.rms[i] == 2 * history.times[i]);
        REQUIRE(history.first_separation[i] == 3 * history.times[i]);
        REQUIRE(history.second_separation[i] == 4 * history.times[i]);
        REQUIRE(history.separation[i] == history.times[i]);
    }
}

TEST_CASE("the pictures of two compared runs have equal sizes and fit, with their plot, into the area free of panels") {
    constexpr float line = 17;
    for (const glm::vec2 size : {glm::vec2{540, 680}, {335, 440}, {101, 60}, {2, 2}, {0, 0}}) {
        const Area free{{370, 20}, size};
        const SplitPanes panes = split_panes(free, line);
        CAPTURE(size.x);
        CHECK(panes.second.size == panes.first.size);
        CHECK(panes.second.least == free.least);
        CHECK(panes.first.least.y == free.least.y);
        CHECK(panes.second.size.x >= 1);
        CHECK(panes.second.size.y >= 1);
        if (size.x < 10) continue;
        CHECK(panes.second.most().x < panes.first.least.x);
        CHECK(panes.first.most().x == free.most().x);
        CHECK(panes.second.most().y == doctest::Approx(panes.plot.least.y));
        CHECK(panes.plot.most().y == doctest::Approx(free.most().y));
        CHECK(panes.plot.size.x == free.size.x);
        CHECK(panes.second.size.y > panes.plot.size.y);
        // A screenshot contains no plot of the differences.
        CHECK(split_panes(free, 0).second.size.y == free.size.y);
    }
}

TEST_CASE("energy errors are relative to the first energy of the comparison") {
    EnergyHistory history;
    for (const double energy : {-8.0, -4.0, -4.4, -3.0}) history.add(static_cast<double>(history.times.size()), energy);
    const std::vector<double> errors = energy_errors(history, 1);
    REQUIRE(errors.size() == 4);
    CHECK(std::isnan(errors[0]));
    CHECK(errors[1] == 0);
    CHECK(errors[2] == doctest::Approx(0.1));
    CHECK(errors[3] == doctest::Approx(0.25));
    CHECK(energy_errors({}, 0).empty());
}
