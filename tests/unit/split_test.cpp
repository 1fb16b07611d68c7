#include "app/tools/split.hpp"

#include <doctest/doctest.h>

using namespace milkomeda;

TEST_CASE("the recorded distances of two runs cover all times evenly, in order, with at most 4096 entries") {
    SplitHistory history;
    constexpr int count = 100'000;
    for (int i = 0; i < count; ++i) history.add(i, 2.0 * i, -i);
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
        REQUIRE(history.separation[i] == -history.times[i]);
    }
}

TEST_CASE("the pictures of two compared runs have equal sizes and fit, with their plot, into the area free of panels") {
    constexpr float line = 17;
    for (const glm::vec2 size : {glm::vec2{540, 680}, {335, 440}, {101, 60}, {2, 2}, {0, 0}}) {
        const Area free{{370, 20}, size};
        const SplitPanes panes = split_panes(free, line);
        CAPTURE(size.x);
        CHECK(panes.exact.size == panes.chosen.size);
        CHECK(panes.exact.least == free.least);
        CHECK(panes.chosen.least.y == free.least.y);
        CHECK(panes.exact.size.x >= 1);
        CHECK(panes.exact.size.y >= 1);
        if (size.x < 10) continue;
        CHECK(panes.exact.most().x < panes.chosen.least.x);
        CHECK(panes.chosen.most().x == free.most().x);
        CHECK(panes.exact.most().y == doctest::Approx(panes.plot.least.y));
        CHECK(panes.plot.most().y == doctest::Approx(free.most().y));
        CHECK(panes.plot.size.x == free.size.x);
        CHECK(panes.exact.size.y > panes.plot.size.y);
        // A screenshot contains no plot of the differences.
        CHECK(split_panes(free, 0).exact.size.y == free.size.y);
    }
}
