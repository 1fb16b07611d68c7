#include "data/galaxies/inverse_cdf_table.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace milkomeda;

TEST_CASE("a table of inverse distribution functions interpolates between its parameters") {
    // For the parameter p, the probability density is p + 1 at the value 0 and falls linearly to 0 at the value p + 1.
    std::vector<double> values;
    for (int i = 0; i <= 400; ++i) values.push_back(i / 100.0);
    const InverseCdfTable table({0, 1, 2}, values, [&](std::size_t parameter, std::size_t i) {
        return std::max(0.0, static_cast<double>(parameter) + 1 - values[i]);
    });
    for (const double fraction : {0.0, 0.1, 0.5, 0.9}) {
        CAPTURE(fraction);
        // The fraction of values below x is 1 - (1 - x / (p + 1))^2. Parameters between two table rows are
        // interpolated.
        const double share = 1 - std::sqrt(1 - fraction);
        for (const double parameter : {0.0, 0.5, 1.0, 2.0})
            CHECK(table(parameter, fraction) == doctest::Approx((parameter + 1) * share).epsilon(1e-4));
        CHECK(table(-1, fraction) == table(0, fraction));
        CHECK(table(9, fraction) == table(2, fraction));
    }
}

TEST_CASE("an inverse-CDF table row with a density of zero everywhere always gives the lowest value") {
    const InverseCdfTable table({0, 1}, {0, 1}, [](std::size_t parameter, std::size_t) { return double(parameter); });
    CHECK(table(0, 0.5) == 0);  // Zero is the lowest value of the table.
    CHECK(table(1, 0.5) == doctest::Approx(0.5));
}
