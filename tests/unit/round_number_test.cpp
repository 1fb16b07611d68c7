#include "data/text/round_number.hpp"

#include <doctest/doctest.h>

using namespace milkomeda;

TEST_CASE("the round numbers below and above a value are 1, 2 or 5 times a power of ten") {
    struct Neighbors {
        double value, below, above;
    };
    for (const auto& [value, below, above] : {Neighbors{1, 1, 2},
                                              {1.9, 1, 2},
                                              {2, 2, 5},
                                              {4.99, 2, 5},
                                              {5, 5, 10},
                                              {9.99, 5, 10},
                                              {0.03, 0.02, 0.05},
                                              {700, 500, 1000},
                                              {1e-7, 1e-7, 2e-7}}) {
        CAPTURE(value);
        CHECK(round_number_below(value) == doctest::Approx(below));
        CHECK(round_number_above(value) == doctest::Approx(above));
    }
    CHECK(power_of_ten_below(345) == doctest::Approx(100));
}

TEST_CASE("a value that is just below a round number because of rounding errors counts as this round number") {
    CHECK(round_number_below(5 * (1 - 1e-12)) == 5);
    CHECK(round_number_below(5 * (1 - 1e-6)) == 2);
}
