#include "compute/simulation/time_share.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace milkomeda;

TEST_CASE("measurements take at most their share of the run time, whatever a single measurement costs") {
    for (const double cost : {0.001, 0.03, 2.0}) {
        TimeShare time;
        time.allow(0.05);
        CHECK(time.is_due());  // The first measurement is free.
        long times = 0;
        for (int frame = 0; frame < 100'000; ++frame) {
            time.work(0.015);
            if (!time.is_due()) continue;
            time.spend(cost);
            ++times;
        }
        CAPTURE(cost);
        // 1500 s of work allow 75 s, plus the cost of one measurement.
        CHECK(time.spent() <= 0.05 * time.worked() + cost);
        CHECK(time.spent() >= 0.9 * std::min(0.05 * time.worked(), 100'000 * cost));
        CHECK(times > 0);
    }
}

TEST_CASE(
    "unused time is not saved up, a share of zero allows nothing, and the first measurement after a restart "
    "is free") {
    TimeShare time;
    time.work(100);
    CHECK(!time.is_due());
    time.allow(0.05);
    time.work(1000);
    time.spend(0.06);  // more than the share of one second
    CHECK(!time.is_due());
    time.restart();
    CHECK(time.is_due());
    time.allow(0);
    CHECK(!time.is_due());
}

TEST_CASE("beside very short steps measurements take two thousandths of all time, but not of a pause") {
    TimeShare time;
    time.allow(0.05);
    for (int frame = 0; frame < 60'000; ++frame) {
        time.work(1e-6, 1.0 / 60);
        if (time.is_due()) time.spend(0.001);
    }
    CHECK(time.spent() == doctest::Approx(2).epsilon(0.01));  // two of 1000 seconds
    time.spend(0.005);
    time.work(0, 3600);
    CHECK(!time.is_due());
}
