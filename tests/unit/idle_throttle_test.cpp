// A window in which nothing changes stops drawing frames after a while. It then checks for changes at
// intervals that grow with the cost of a frame.
#include <doctest/doctest.h>

#include "app/ui/idle_throttle.hpp"

using namespace milkomeda;

TEST_CASE("a window becomes idle two seconds after the last change") {
    IdleThrottle rest;
    for (int frame = 0; frame < 100; ++frame) rest.note(true, 0.1, 0.1);
    for (int frame = 0; frame < 19; ++frame) rest.note(false, 0.1, 0.1);
    CHECK(rest.seconds() == 0);
    for (int frame = 0; frame < 2; ++frame) rest.note(false, 0.1, 0.1);
    CHECK(rest.seconds() > 0);
    rest.note(true, 0.1, 0.1);
    CHECK(rest.seconds() == 0);
}

TEST_CASE("an idle window wakes every one to ten seconds, using at most a hundredth of the processor time") {
    IdleThrottle rest;
    const auto after = [&](double processor_seconds) {
        rest.note(false, 10, processor_seconds);
        return rest.seconds();
    };
    CHECK(after(0.04) == doctest::Approx(4));
    CHECK(after(0.001) == 1);
    CHECK(after(2) == 10);
}

TEST_CASE("an event wakes an idle window") {
    IdleThrottle rest;
    rest.note(false, 10, 0.01);
    REQUIRE(rest.seconds() > 0);
    rest.wake();
    CHECK(rest.seconds() == 0);
}
