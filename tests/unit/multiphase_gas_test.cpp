// The effective pressure of dense gas must have the published threshold, and continue the pressure of warm gas.
#include "data/base/multiphase_gas.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "data/base/units.hpp"

using namespace milkomeda;

TEST_CASE("the medium of clouds and hot gas exists above the published density") {
    // Springel & Hernquist 2003, MNRAS 339, 289, section 3.1: 0.128 atoms of hydrogen per cubic centimeter
    CHECK(multiphase_threshold() == doctest::Approx(0.128).scale(0).epsilon(0.01));
    // This density in model units: 0.128 / 0.76 proton masses per cubic centimeter are 4.16e6 solar masses per
    // cubic kiloparsec.
    const double solar_masses =
        multiphase_threshold_in_model_units() * solar_masses_per_mass / std::pow(kpc_per_length, 3);
    CHECK(solar_masses == doctest::Approx(4.16e6).scale(0).epsilon(0.01));
}

TEST_CASE("the effective pressure continues that of gas at 10,000 K and grows faster than the density") {
    // The threshold is defined so that the pressure is continuous, in the limit of many clouds.
    CHECK(multiphase_temperature(1) == doctest::Approx(1e4).scale(0).epsilon(0.01));
    double before = multiphase_temperature(1);
    for (double excess = 1.1; excess < 1000; excess *= 1.1) {
        const double now = multiphase_temperature(excess);
        CHECK(now > before);
        before = now;
    }
    // Hot gas is at most as hot as the ejected gas.
    CHECK(multiphase_temperature(32768) < 1e8);
}

TEST_CASE("feedback weighs the squares of the speed of sound, and never lowers them") {
    const double warm = std::pow(isothermal_sound_speed(1e4), 2), hot = std::pow(isothermal_sound_speed(1e6), 2);
    const auto none = multiphase_squares(warm, 0), half = multiphase_squares(warm, 0.5),
               full = multiphase_squares(warm, 1);
    for (std::size_t k = 0; k < multiphase_doublings; ++k) {
        CHECK(none[k] == warm);
        CHECK(half[k] == doctest::Approx((none[k] + full[k]) / 2).scale(0).epsilon(1e-12));
    }
    CHECK(multiphase_squares(hot, 1)[3] == hot);
    // Between two elements, the logarithm is interpolated, and beyond the last element, the last one holds.
    CHECK(multiphase_square(full, std::exp2(3.5)) ==
          doctest::Approx(std::sqrt(full[3] * full[4])).scale(0).epsilon(1e-12));
    CHECK(multiphase_square(full, 1e9) == doctest::Approx(full.back()).scale(0).epsilon(1e-12));
}
