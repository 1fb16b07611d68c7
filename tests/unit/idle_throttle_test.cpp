// A window in which nothing changes stops drawing frames after two seconds. The idle window then checks for changes at
// intervals that grow with the cost of a frame.
#include <doctest/doctest.h>

#include "app/ui/idle_throttle.hpp"

using namespace milkomeda;

TEST_CASE("a window becomes idle two seconds after the last change") {
    IdleThrottle throttle;
    for (int frame = 0; frame < 100; ++frame) throttle.note(true, 0.1, 0.1);
    for (int frame = 0; frame < 19; ++frame) throttle.note(false, 0.1, 0.1);
    CHECK(throttle.seconds() == 0);
    for (int frame = 0; frame < 2; ++frame) throttle.note(false, 0.1, 0.1);
    CHECK(throttle.seconds() > 0);
    throttle.note(true, 0.1, 0.1);
    CHECK(throttle.seconds() == 0);
}

TEST_CASE("an idle window wakes every one to ten seconds and uses at most a hundredth of the processor time") {
    IdleThrottle throttle;
    const auto after = [&](double processor_seconds) {
        throttle.note(false, 10, processor_seconds);
        return throttle.seconds();
    };
    CHECK(after(0.04) == doctest::Approx(4));
    CHECK(after(0.001) == 1);
    CHECK(after(2) == 10);
}

TEST_CASE("an event wakes an idle window") {
    IdleThrottle throttle;
    throttle.note(false, 10, 0.01);
    REQUIRE(throttle.seconds() > 0);
    throttle.wake();
    CHECK(throttle.seconds() == 0);
}
