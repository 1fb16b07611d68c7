// A window rests when nothing has changed for a while, and looks up as rarely as its frames are dear.
#include <doctest/doctest.h>

#include "app/ui/idle_throttle.hpp"

using namespace milkomeda;

TEST_CASE("it rests two seconds after the last change") {
    IdleThrottle rest;
    for (int frame = 0; frame < 100; ++frame) rest.note(true, 0.1, 0.1);
    for (int frame = 0; frame < 19; ++frame) rest.note(false, 0.1, 0.1);
    CHECK(rest.seconds() == 0);
    for (int frame = 0; frame < 2; ++frame) rest.note(false, 0.1, 0.1);
    CHECK(rest.seconds() > 0);
    rest.note(true, 0.1, 0.1);
    CHECK(rest.seconds() == 0);
}

TEST_CASE("it looks up for a hundredth of a processor's time, once in one to ten seconds") {
    IdleThrottle rest;
    const auto after = [&](double processor_seconds) {
        rest.note(false, 10, processor_seconds);
        return rest.seconds();
    };
    CHECK(after(0.04) == doctest::Approx(4));
    CHECK(after(0.001) == 1);
    CHECK(after(2) == 10);
}

TEST_CASE("what happens wakes it") {
    IdleThrottle rest;
    rest.note(false, 10, 0.01);
    REQUIRE(rest.seconds() > 0);
    rest.wake();
    CHECK(rest.seconds() == 0);
}
