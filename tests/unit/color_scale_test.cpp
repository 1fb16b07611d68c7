#include "app/scene/color_scale.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

using namespace milkomeda;

namespace {

constexpr double at_once = std::numeric_limits<double>::infinity();

Look look_of(ColorBy by) {
    Look look;
    look.color_by = by;
    return look;
}

std::vector<float> up_to(std::size_t count) {
    std::vector<float> numbers(count + 1);
    std::iota(numbers.begin(), numbers.end(), 0.0f);
    return numbers;
}

}  // namespace

TEST_CASE("the limits of a color scale are the 2nd and 98th percentiles of the finite values") {
    ColorScale scale;
    const Coloring linear = scale.follow(look_of(ColorBy::speed), up_to(100), at_once);
    CHECK(linear.least == 2);
    CHECK(linear.most == 98);
    CHECK_FALSE(linear.logarithmic);
    CHECK(linear.known);

    // Zero, negative and non-finite values have no logarithm and are ignored, so the values 1 to 101 remain.
    std::vector<float> numbers = up_to(101);
    for (const float without_logarithm :
         {-5.0f, 0.0f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
        numbers.push_back(without_logarithm);
    const Coloring logarithmic = scale.follow(look_of(ColorBy::density), numbers, at_once);
    CHECK(logarithmic.least == 3);
    CHECK(logarithmic.most == 99);
    CHECK(logarithmic.logarithmic);
}

TEST_CASE("the limits of a color scale follow the data smoothly and jump only when the displayed quantity changes") {
    ColorScale scale;
    const Look mass = look_of(ColorBy::mass);
    scale.follow(mass, std::vector<float>{1, 100}, 0);
    CHECK(scale.coloring().least == 1);
    CHECK(scale.coloring().most == 100);
    scale.follow(mass, std::vector<float>{4, 10'000}, 0);
    CHECK(scale.coloring().most == doctest::Approx(100));
    const std::vector<float> to{4, 10'000};
    float before = 100;
    for (int frame = 0; frame < 60; ++frame) {
        const float now = scale.follow(mass, to, 1.0 / 60).most;
        CHECK(now > before);
        before = now;
    }
    // After 1 s with a time constant of 0.7 s, the limit has covered 1 - exp(-1/0.7) of the two decades to its goal.
    CHECK(std::log10(before) == doctest::Approx(2 + 2 * 0.7604).epsilon(1e-3).scale(0));
    CHECK(scale.follow(mass, to, at_once).most == 10'000);
    CHECK(scale.follow(look_of(ColorBy::radius), std::vector<float>{7, 8}, 0).most == 8);
}

TEST_CASE("equal values get the middle color, and a color scale without finite values is marked as unknown") {
    ColorScale scale;
    for (const ColorBy by : {ColorBy::mass, ColorBy::speed}) {
        const Coloring& coloring = scale.follow(look_of(by), std::vector<float>(9, 3.0f), at_once);
        CHECK(coloring.least < 3);
        CHECK(coloring.most > 3);
        const auto scaled = [&](float number) { return coloring.logarithmic ? std::log(number) : number; };
        CHECK(scaled(3) - scaled(coloring.least) ==
              doctest::Approx(scaled(coloring.most) - scaled(3)).epsilon(1e-4).scale(0));
    }
    CHECK(scale.follow(look_of(ColorBy::speed), std::vector<float>(9, 0.0f), at_once).known);
    const std::vector<float> unknown(9, std::numeric_limits<float>::quiet_NaN());
    CHECK_FALSE(scale.follow(look_of(ColorBy::acceleration), unknown, at_once).known);
    CHECK_FALSE(scale.follow(look_of(ColorBy::density), {}, at_once).known);
    CHECK(scale.follow(look_of(ColorBy::component), {}, at_once).known);
    CHECK(scale.follow(look_of(ColorBy::temperature), {}, at_once).most == 25'000);
}
