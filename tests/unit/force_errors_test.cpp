#include "compute/errors/force_errors.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "compute/errors/force_error_meter.hpp"

using namespace milkomeda;

TEST_CASE("percentiles of force errors are computed relative to each force and relative to the rms force") {
    // The accelerations have magnitude 2 and errors of 0.001, 0.002, ... 0.1 in mixed order.
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

    // A single large acceleration increases the rms acceleration, so all errors relative to the rms acceleration become
    // small.
    sample.push_back({0, 200});
    const ForceErrors with_large = summarize(sample);
    CHECK(with_large.rms_acceleration == doctest::Approx(std::sqrt((100 * 4 + 40000) / 101.0)));
    CHECK(with_large.to_rms.most == doctest::Approx(0.1 / with_large.rms_acceleration));
    CHECK(with_large.relative.most == doctest::Approx(0.1 / 2));
}

TEST_CASE("a body without acceleration has a relative force error of zero") {
    const std::vector<ErrorSample> nothing(10), small(10, {1e-3f, 0});
    CHECK(summarize(nothing).relative.most == 0);
    CHECK(summarize(nothing).to_rms.most == 0);
    CHECK(summarize(small).relative.most == 0);
}

TEST_CASE("the histogram counts every force error once, and its end bins count errors beyond its axis") {
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

TEST_CASE("the first force errors, which are measured without a cost limit, suffice for a summary") {
    static_assert((ForceErrorMeter::limits.free_uses - 1) * ForceErrorMeter::some >= ForceErrorMeter::least);
    CHECK(ForceErrorMeter::limits.share == 0.01);
}
