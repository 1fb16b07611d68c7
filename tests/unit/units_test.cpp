#include "data/base/units.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace milkomeda;

TEST_CASE("a time without a unit is in model units") {
    CHECK(parse_time("17") == 17);
    CHECK(parse_time("0") == 0);
    CHECK(parse_time(" 2.5 ") == 2.5);
    CHECK(parse_time("-1e1") == -10);
}

TEST_CASE("a time in Myr or Gyr is converted to model units") {
    CHECK(parse_time("17.78Myr") == doctest::Approx(1).epsilon(1e-15).scale(0));
    CHECK(parse_time("300Myr") == doctest::Approx(300 / 17.78).epsilon(1e-15).scale(0));
    CHECK(parse_time("1.2 Gyr") == doctest::Approx(1200 / 17.78).epsilon(1e-15).scale(0));
    CHECK(parse_time("300myr") == parse_time("300Myr"));
}

TEST_CASE("an invalid time is refused with examples of valid times") {
    for (const char* text :
         {"", " ", "Myr", "soon", "17 parsec", "17Myr or so", "1,5", "nan", "inf", "1e999", "0x10"}) {
        CAPTURE(text);
        CHECK_THROWS_WITH_AS(parse_time(text),
                             doctest::Contains("write a number such as 17 (model units), 300Myr or 1.2Gyr"),
                             std::invalid_argument);
        CHECK_THROWS_WITH_AS(parse_time(text), doctest::Contains(text), std::invalid_argument);
    }
}

TEST_CASE("the temperature of gas is the inverse of its squared isothermal speed of sound") {
    // 11.7 km/s at 10,000 K: sqrt(k T / (0.6 m_H))
    CHECK(220 * isothermal_sound_speed(1e4) == doctest::Approx(11.7).epsilon(0.01).scale(0));
    for (const double kelvin : {10.0, 1e4, 3e7}) {
        const double speed = isothermal_sound_speed(kelvin);
        CHECK(gas_temperature(speed * speed) == doctest::Approx(kelvin).epsilon(1e-12).scale(0));
    }
}

TEST_CASE("times in model units are displayed with two decimals") {
    CHECK(format_model_time(22) == "t = 22.00");
    CHECK(format_model_time(0.126) == "t = 0.13");
}

TEST_CASE("times below one Gyr are displayed in Myr and longer times in Gyr") {
    CHECK(format_time(17) == "302 Myr");
    CHECK(format_time(70.3) == "1.25 Gyr");
    CHECK(format_time(0) == "0 Myr");
    CHECK(format_time_in_both_units(22.5) == "t = 22.50 (400 Myr)");
    CHECK(format_time_in_both_units(22.5, false) == "t = 22.50");
    CHECK(format_time(-0.001) == "0 Myr");
    CHECK(format_time(-17) == "-302 Myr");
    CHECK(format_time(999.4 / myr_per_time) == "999 Myr");
    CHECK(format_time(999.6 / myr_per_time) == "1.00 Gyr");
}
