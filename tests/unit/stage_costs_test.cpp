// The estimated costs of solver stages must converge to the measured costs.
#include <doctest/doctest.h>

#include <map>

#include "compute/fmm/stage_costs.hpp"

using namespace milkomeda;

TEST_CASE("the costs of solver stages converge to the measured times, so that slices have the intended length") {
    const std::map<std::string_view, double> seconds_per_pair{{"sort", 1e-9}, {"walk", 4e-9}, {"near field", 9e-9}};
    const double slice_seconds = 0.01;
    StageCosts costs;
    double pairs_per_second = 0, all_pairs = 0, all_seconds = 0, longest = 0;
    for (int sum = 0; sum < 20; ++sum) {
        longest = 0;
        for (const auto& [stage, seconds_each] : seconds_per_pair)
            // `left` is the remaining work of the stage, in estimated pairs.
            for (double left = 3e7; left > 0;) {
                const double whole = costs.pairs(stage, left);
                const double part = pairs_per_second == 0 ? 0.1 * whole : pairs_per_second * slice_seconds;
                const double guessed = left * std::min(1.0, part / whole);
                const double seconds = guessed * seconds_each;
                const double pairs = costs.pairs(stage, guessed);
                costs.enqueued(stage, guessed);
                costs.took(seconds);
                all_pairs = 0.7 * all_pairs + pairs, all_seconds = 0.7 * all_seconds + seconds;
                pairs_per_second = all_pairs / all_seconds;
                longest = std::max(longest, seconds);
                left -= std::max(guessed, 1.0);
            }
    }
    CHECK(longest < 1.1 * slice_seconds);
    CHECK(costs.pairs("near field", 1) / costs.pairs("sort", 1) == doctest::Approx(9).epsilon(0.02).scale(0));
}

TEST_CASE("a measurement of very little work hardly changes the cost of a solver stage") {
    StageCosts costs;
    costs.enqueued("near field", 1e6);
    costs.took(0.01);
    costs.enqueued("near field", 10);
    costs.took(0.002);  // The measured time includes a pause caused by other programs.
    CHECK(costs.pairs("near field", 1) == doctest::Approx(1).epsilon(0.3).scale(0));
}

TEST_CASE("before the first measurement, the cost of a solver stage is its estimated number of pairs") {
    CHECK(StageCosts{}.pairs("walk", 80) == 80);
}
