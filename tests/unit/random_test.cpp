#include "data/base/random.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace milkomeda;

TEST_CASE("equal seed and stream give equal random numbers, and different seeds or streams give different numbers") {
    Random a(1, 2), same(1, 2), other_seed(2, 2), other_stream(1, 3);
    const std::uint64_t first = a.next();
    CHECK(first == same.next());
    CHECK(first != other_seed.next());
    CHECK(first != other_stream.next());
}

TEST_CASE("the random numbers of a seed are identical on every machine") {
    Random random(1);
    CHECK(random.next() == 4720248854425330031u);
    CHECK(random.next() == 1629287585893752162u);
}

TEST_CASE("uniform random numbers lie inside (0, 1) and are evenly distributed") {
    Random random(1);
    constexpr int count = 100'000;
    std::array<int, 10> tenths{};
    for (int i = 0; i < count; ++i) {
        const double u = random.uniform();
        REQUIRE(u > 0);
        REQUIRE(u < 1);
        ++tenths[static_cast<std::size_t>(10 * u)];
    }
    // The limit is 5 standard deviations, or 5 sqrt(0.09 count).
    for (const int tenth : tenths) CHECK(std::abs(tenth - count / 10) < 475);
}

TEST_CASE("Random::below(n) returns each number from 0 to n - 1 equally often") {
    Random random(1);
    std::array<int, 7> times{};
    for (int i = 0; i < 70'000; ++i) ++times.at(random.below(7));
    // The limit is 5 standard deviations, or 5 sqrt(70000 * 1/7 * 6/7).
    for (const int t : times) CHECK(std::abs(t - 10'000) < 463);
    CHECK(random.below(1) == 0);
}

TEST_CASE("normal random numbers have mean 0, dispersion 1 and no skewness") {
    Random random(1);
    constexpr int count = 100'000;
    double mean = 0, square = 0, cube = 0;
    for (int i = 0; i < count; ++i) {
        const double n = random.normal();
        mean += n / count, square += n * n / count, cube += n * n * n / count;
    }
    // The limits are 5 standard deviations of each mean. The variances of n, n^2 and n^3 are 1, 2 and 15.
    CHECK(std::abs(mean) < 0.0159);
    CHECK(std::abs(square - 1) < 0.0224);
    CHECK(std::abs(cube) < 0.0613);
}
