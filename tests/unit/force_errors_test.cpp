// Statistics of measured force errors, and the choice of when to measure.
#include "compute/errors/force_errors.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "compute/errors/asking_pace.hpp"
#include "compute/errors/force_error_meter.hpp"

using namespace milkomeda;

TEST_CASE("force errors have the right percentiles, relative to each force and to the rms force") {
    // Accelerations of 2 with errors of 0.001, 0.002, ... 0.1, in mixed order.
    std::vector<ErrorSample> sample;
    for (int i = 0; i < 100; ++i) sample.push_back({0.001f * static_cast<float>((37 * i) % 100 + 1), 2});
    const ForceErrors errors = summarize(sample);
    CHECK(errors.bodies == 100);
    CHECK(errors.rms_acceleration == doctest::Approx(2));
    CHECK(errors.relative.p50 == doctest::Approx(0.051 / 2));
    CHECK(errors.relative.p90 == doctest::Approx(0.091 / 2));
    CHECK(errors.relative.p99 == doctest::Approx(0.1 / 2));
    CHECK(errors.relative.most == doctest::Approx(0.1 / 2));
    CHECK(errors.to_rms.p50 == doctest::Approx(errors.relative.p50));

    // One large acceleration makes the errors of all others small relative to the rms.
    sample.push_back({0, 200});
    const ForceErrors with_large = summarize(sample);
    CHECK(with_large.rms_acceleration == doctest::Approx(std::sqrt((100 * 4 + 40000) / 101.0)));
    CHECK(with_large.to_rms.most == doctest::Approx(0.1 / with_large.rms_acceleration));
    CHECK(with_large.relative.most == doctest::Approx(0.1 / 2));
}

TEST_CASE("zero acceleration gives a relative error of zero") {
    const std::vector<ErrorSample> nothing(10), small(10, {1e-3f, 0});
    CHECK(summarize(nothing).relative.most == 0);
    CHECK(summarize(nothing).to_rms.most == 0);
    CHECK(summarize(small).relative.most == 0);
}

TEST_CASE("the histogram counts every error once and puts errors beyond its axis into its end bins") {
    const auto counts = [](std::vector<float> errors) { return distribution(errors).histogram.counts; };
    const auto all = counts({0, 1e-20f, 1e-8f, 0.0101f, 0.0099f, 1e9f});
    CHECK(std::accumulate(all.begin(), all.end(), 0) == 6);
    CHECK(all.front() == 3);
    CHECK(all.back() == 1);
    const std::size_t at_a_hundredth = 6 * ErrorHistogram::per_decade;
    CHECK(ErrorHistogram::edge(at_a_hundredth) == doctest::Approx(0.01));
    CHECK(all[at_a_hundredth] == 1);
    CHECK(all[at_a_hundredth - 1] == 1);
    CHECK(ErrorHistogram::edge(ErrorHistogram::size) == doctest::Approx(100));
}

TEST_CASE("measuring force errors stays within its share of the time") {
    for (const double ask_seconds : {1e-6, 1e-3, 0.5}) {
        CAPTURE(ask_seconds);
        AskingPace pace;
        double total = 0, spent = 0;
        int asks = 0;
        for (int sum = 0; sum < 100'000; ++sum) {
            constexpr double sum_seconds = 2e-3;
            pace.summed(sum_seconds);
            total += sum_seconds;
            if (!pace.affords()) continue;
            if (pace.wants_time()) pace.took(ask_seconds);
            pace.asked();
            ++asks;
            spent += ask_seconds;
        }
        const double share = spent / total, free = AskingPace::free * ask_seconds / total;
        CHECK(share <= AskingPace::most_share + free);
        // The time of the first measurement was not reported.
        CHECK(std::abs(pace.share() - share) <= 1.01 * free);
        // If a measurement costs almost nothing, every force evaluation is measured.
        if (ask_seconds == 1e-6) CHECK(asks == 100'000);
        if (ask_seconds == 1e-3) CHECK(share > 0.9 * AskingPace::most_share);
    }
}

TEST_CASE(
    "measuring beyond the time share is allowed for a first result, and then waits until the share permits "
    "it") {
    static_assert((AskingPace::free - 1) * ForceErrorMeter::some >= ForceErrorMeter::least);
    AskingPace pace;
    for (std::size_t ask = 0; ask < AskingPace::free; ++ask) {
        REQUIRE(pace.affords());
        if (pace.wants_time()) pace.took(1);
        pace.asked();
    }
    CHECK(!pace.affords());
    pace.summed(50);
    CHECK(!pace.affords());
    pace.summed(50.001);
    CHECK(pace.affords());
}

TEST_CASE("a single delayed measurement does not stop further measurements") {
    for (const int held_up : {1, 2, 65}) {
        CAPTURE(held_up);
        AskingPace pace;
        constexpr double sum_seconds = 2e-3;
        int asks = 0;
        for (int sum = 0; sum < 10'000; ++sum) {
            pace.summed(sum_seconds);
            if (!pace.affords()) continue;
            // The time share allows one measurement in fifty force evaluations.
            if (pace.wants_time()) pace.took(asks == held_up ? 1.0 : 1e-3);
            pace.asked();
            ++asks;
        }
        CHECK(asks > 0.9 * 10'000 / 50);
    }
}
