#include "data/base/time_budget.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace milkomeda;

TEST_CASE("a budgeted activity takes at most its share of the time of other work, whatever a single use of it costs") {
    for (const double cost : {0.001, 0.03, 2.0}) {
        TimeBudget time;
        time.set_share(0.05);
        CHECK(time.is_due());  // The first use of the activity is due before any work.
        long times = 0;
        for (int frame = 0; frame < 100'000; ++frame) {
            time.add_work(0.015);
            if (!time.is_due()) continue;
            time.spend(cost);
            ++times;
        }
        CAPTURE(cost);
        // For 1500 s of work the budget is 75 s, which may be exceeded by the cost of one use.
        CHECK(time.spent() <= 0.05 * time.worked() + cost);
        CHECK(time.spent() >= 0.9 * std::min(0.05 * time.worked(), 100'000 * cost));
        CHECK(times > 0);
    }
}

TEST_CASE("a time budget saves at most its share of one second, permits no use with share 0, and can forget a debt") {
    TimeBudget time;
    time.add_work(100);
    CHECK(!time.is_due());
    time.set_share(0.05);
    time.add_work(1000);
    // This use takes 0.06 s. At most 0.05 s of unused budget is saved: the share 0.05 of one second of work.
    time.spend(0.06);
    CHECK(!time.is_due());
    time.forgive();
    CHECK(time.is_due());
    time.set_share(0);
    CHECK(!time.is_due());
}

TEST_CASE("if there is almost no other work, a budgeted activity may take its idle share of the wall-clock time") {
    TimeBudget time{{.share = 0.05, .idle_share = 2e-3}};
    for (int frame = 0; frame < 60'000; ++frame) {
        time.add_work(1e-6, 1.0 / 60);
        if (time.is_due()) time.spend(0.001);
    }
    CHECK(time.spent() == doctest::Approx(2).epsilon(0.01).scale(0));  // The idle share of 0.002 permits 2 s in 1000 s.
    time.spend(0.005);
    time.add_work(0, 3600);
    CHECK(!time.is_due());
}

TEST_CASE("the interval between two uses of a time budget is the cost of a use divided by the share, within limits") {
    const TimeBudget time{{.share = 0.02, .shortest_interval = 1, .longest_interval = 10}};
    CHECK(time.interval(0.1) == doctest::Approx(5));
    CHECK(time.interval(0.001) == 1);
    CHECK(time.interval(1) == 10);
    CHECK(TimeBudget{{.share = 0.02}}.interval(1) == doctest::Approx(50));
}

namespace {

// ForceErrorMeter uses these limits for comparing forces.
constexpr TimeBudget::Limits comparison{.share = 0.01, .longest_saving = 0, .free_uses = 5};

}  // namespace

TEST_CASE(
    "a budgeted activity of estimated cost takes at most its share of the time, after some free uses at the start") {
    for (const double cost : {1e-6, 1e-3, 0.5}) {
        CAPTURE(cost);
        TimeBudget time{comparison};
        double total = 0, spent = 0;
        int uses = 0;
        for (int work = 0; work < 100'000; ++work) {
            constexpr double work_seconds = 2e-3;
            time.add_work(work_seconds);
            total += work_seconds;
            if (!time.is_due()) continue;
            if (time.needs_cost()) time.set_cost(cost);
            time.spend_estimate();
            ++uses;
            spent += cost;
        }
        const double share = spent / total, free = comparison.free_uses * cost / total;
        CHECK(share <= comparison.share + free);
        // spent_share() counts the first use with the cost 0, because its cost was not measured.
        CHECK(std::abs(time.spent_share() - share) <= 1.01 * free);
        // If its cost is negligible, the activity is due after every call of add_work().
        if (cost == 1e-6) CHECK(uses == 100'000);
        if (cost == 1e-3) CHECK(share > 0.9 * comparison.share);
    }
}

TEST_CASE("after its free uses, a budgeted activity is due when its share of the added work time covers one use") {
    TimeBudget time{comparison};
    for (std::size_t use = 0; use < comparison.free_uses; ++use) {
        REQUIRE(time.is_due());
        if (time.needs_cost()) time.set_cost(1);
        time.spend_estimate();
    }
    CHECK(!time.is_due());
    time.add_work(50);
    CHECK(!time.is_due());
    time.add_work(50.001);
    CHECK(time.is_due());
}

TEST_CASE("a budgeted activity continues even if one measurement of its cost is much too high") {
    for (const int delayed : {1, 2, 65}) {
        CAPTURE(delayed);
        TimeBudget time{comparison};
        constexpr double work_seconds = 2e-3;
        int uses = 0;
        for (int work = 0; work < 10'000; ++work) {
            time.add_work(work_seconds);
            if (!time.is_due()) continue;
            if (time.needs_cost())
                // The true cost is 1e-3 s, and the share is 0.01. A use is therefore due after 0.1 s of work: 50 calls
                // of add_work() with 2e-3 s each.
                time.set_cost(uses == delayed ? 1.0 : 1e-3);
            time.spend_estimate();
            ++uses;
        }
        CHECK(uses > 0.9 * 10'000 / 50);
    }
}
