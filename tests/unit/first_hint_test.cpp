// The first hint goes by itself, and at once when a person does something.
#include <doctest/doctest.h>

#include "app/panels/first_hint.hpp"

using namespace milkomeda;

TEST_CASE("the hint stays for ten seconds, of which loading takes none") {
    FirstHint hint{true};
    hint.advance({}, 3600);
    for (int frame = 0; frame < 98; ++frame) hint.advance({}, 0.1);
    CHECK(hint.shown());
    CHECK(hint.text() == "g: scenes  ·  F3: a tour  ·  h: help  ·  F1: panels  ·  drag: rotate");
    for (int frame = 0; frame < 2; ++frame) hint.advance({}, 0.1);
    CHECK_FALSE(hint.shown());
    CHECK(hint.text().empty());
}

TEST_CASE("the hint goes with the first input") {
    FirstHint hint{true};
    Input input;
    input.touched = true;
    hint.advance(input, 0.01);
    CHECK_FALSE(hint.shown());
}

TEST_CASE("a later start has no hint") {
    CHECK_FALSE(FirstHint{false}.shown());
}
