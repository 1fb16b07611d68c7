#include "compute/simulation/time_share.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace milkomeda;

TEST_CASE("what is done beside the work takes its share of the time and no more, however dear it is") {
    for (const double cost : {0.001, 0.03, 2.0}) {
        TimeShare time;
        time.allow(0.05);
        CHECK(time.is_due());  // the first time is for nothing
        long times = 0;
        for (int frame = 0; frame < 100'000; ++frame) {
            time.work(0.015);
            if (!time.is_due()) continue;
            time.spend(cost);
            ++times;
        }
        CAPTURE(cost);
        // 1500 s of work: at most 75 s, and one time more than that.
        CHECK(time.spent() <= 0.05 * time.worked() + cost);
        CHECK(time.spent() >= 0.9 * std::min(0.05 * time.worked(), 100'000 * cost));
        CHECK(times > 0);
    }
}

TEST_CASE(
    "time that nobody spent is not saved up, nothing is due where nothing is allowed, and a start is for "
    "nothing") {
    TimeShare time;
    time.work(100);
    CHECK(!time.is_due());
    time.allow(0.05);
    time.work(1000);
    time.spend(0.06);  // more than one second's share
    CHECK(!time.is_due());
    time.restart();
    CHECK(time.is_due());
    time.allow(0);
    CHECK(!time.is_due());
}

TEST_CASE(
    "beside steps that take no time to speak of two thousandths of all time are allowed, but not of a "
    "pause") {
    TimeShare time;
    time.allow(0.05);
    for (int frame = 0; frame < 60'000; ++frame) {
        time.work(1e-6, 1.0 / 60);
        if (time.is_due()) time.spend(0.001);
    }
    CHECK(time.spent() == doctest::Approx(2).epsilon(0.01));  // of 1000 s
    time.spend(0.005);
    time.work(0, 3600);
    CHECK(!time.is_due());
}
