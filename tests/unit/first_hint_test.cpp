// The first hint is a notice in the window when the program is started for the first time. The hint disappears after
// ten seconds or at the first input.
#include <doctest/doctest.h>

#include "app/panels/first_hint.hpp"

using namespace milkomeda;

TEST_CASE("the hint at the first start is shown for ten seconds, not counting the time of loading") {
    FirstHint hint{true};
    hint.advance({}, 3600);
    for (int frame = 0; frame < 98; ++frame) hint.advance({}, 0.1);
    CHECK(hint.shown());
    CHECK(hint.text() == "g: scenes  ·  F3: tour  ·  h: help  ·  F1: panels on or off  ·  drag: rotate the view");
    for (int frame = 0; frame < 2; ++frame) hint.advance({}, 0.1);
    CHECK_FALSE(hint.shown());
    CHECK(hint.text().empty());
}

TEST_CASE("the hint at the first start disappears at the first input of the user") {
    FirstHint hint{true};
    Input input;
    input.touched = true;
    hint.advance(input, 0.01);
    CHECK_FALSE(hint.shown());
}

TEST_CASE("only the first start of the program shows the hint") { CHECK_FALSE(FirstHint{false}.shown()); }
