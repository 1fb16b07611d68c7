#include "data/base/quantity.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "app/ui/typed_number.hpp"
#include "data/base/units.hpp"
#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

using namespace milkomeda;

namespace {

constexpr PhysicalUnit none{}, time_unit{myr_per_time, "Myr"}, length{kpc_per_length, "kpc"},
    in_pc{pc_per_length, "pc"}, mass_unit{solar_masses_per_mass, "M☉"}, angle{1, "°"};

ShownNumber timestep() { return {"timestep", "%.4f", false, {.unit = time_unit}}; }

}  // namespace

TEST_CASE("a typed number without a unit is in the displayed unit") {
    CHECK(parse_quantity("17", time_unit) == 17);
    CHECK(parse_quantity(" -2.5e1 ", none) == -25);
    CHECK(parse_quantity("+3", length) == 3);
    CHECK(parse_quantity(".5", none) == 0.5);
}

TEST_CASE("a typed number with a unit is converted to the displayed unit") {
    CHECK(parse_quantity("0.5 Myr", time_unit) == doctest::Approx(0.5 / 17.78).epsilon(1e-14).scale(0));
    CHECK(parse_quantity("1.2gyr", time_unit) == doctest::Approx(1200 / 17.78).epsilon(1e-14).scale(0));
    CHECK(parse_quantity("2 kpc", length) == 0.5);
    CHECK(parse_quantity("200pc", length) == doctest::Approx(0.05).epsilon(1e-14).scale(0));
    CHECK(parse_quantity("0.2 kpc", in_pc) == doctest::Approx(0.05).epsilon(1e-14).scale(0));
    CHECK(parse_quantity("1 ly", in_pc) == doctest::Approx(0.30660139 / 4000).epsilon(1e-7).scale(0));
    CHECK(parse_quantity("300 km/s", {km_s_per_velocity, "km/s"}) == doctest::Approx(300 / 220.0));
    for (const char* suns : {"9e10 M☉", "9e10 Msun", "9e10 m_sun", "9e10suns"})
        CHECK(parse_quantity(suns, mass_unit) == doctest::Approx(2).epsilon(1e-14).scale(0));
    for (const char* degrees : {"90", "90°", "90 deg", "90 degrees", "1.5707963267948966 rad"})
        CHECK(parse_quantity(degrees, angle) == doctest::Approx(90).epsilon(1e-14).scale(0));
    for (const char* density : {"5 M☉ pc⁻²", "5 Msun/pc2", "5 Msun/pc^2", "5M☉/pc²", "5e6 Msun/kpc2"})
        CHECK(parse_quantity(density, {1, "M☉ pc⁻²"}) == doctest::Approx(5).epsilon(1e-14).scale(0));
    for (const char* pace : {"17.78 Myr", "17.78 Myr/s", "0.01778 Gyr/s"})
        CHECK(parse_quantity(pace, {myr_per_time, "Myr/s"}) == doctest::Approx(1).epsilon(1e-14).scale(0));
}

TEST_CASE("a typed number may be followed by the suffix that its control displays") {
    CHECK(parse_quantity("3 stops", none, " stops") == 3);
    CHECK(parse_quantity("0.99 per step", none, " per step") == 0.99);
    CHECK(parse_quantity("5%", none, " %") == 5);
    CHECK_THROWS_AS(parse_quantity("5 x", none, " %"), std::invalid_argument);
}

TEST_CASE("a unit of a different quantity is refused, and the error lists the valid units") {
    CHECK_THROWS_WITH_AS(parse_quantity("2 Myr", length),
                         "'2 Myr' is not a valid length: write a number (in units of 4 kpc), or a number with the unit "
                         "pc, kpc, Mpc or ly",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse_quantity("2 kpc", angle),
                         "'2 kpc' is not a valid angle: write a number, or a number with the unit °, deg or rad",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse_quantity("2 kpc", none), "'2 kpc' is not a number", std::invalid_argument);
    for (const char* text :
         {"", " ", "kpc", "two", "1 2", "1,5", "nan", "inf", "1e999", "1e308 Gyr", "0x10", "+-1", "- 1", "1 kpc kpc"}) {
        CAPTURE(text);
        CHECK_FALSE(read_quantity(text, length));
        CHECK_FALSE(read_quantity(text, {1e-9, "Myr"}));
    }
}

TEST_CASE("typed numbers may have any unit that a setting displays") {
    const auto check = [](const Setting& setting) {
        CAPTURE(setting.key);
        if (*setting.unit.name == '\0') return;
        const std::string one = std::string{"1 "} + setting.unit.name;
        CHECK(parse_quantity(one, setting.unit) == doctest::Approx(1 / setting.unit.per_model_unit));
    };
    for (const Parameter& parameter : parameter_table()) check(parameter.setting);
    for (const LookControl& control : look_table()) check(control.setting);
}

TEST_CASE("a slider limits typed numbers to its range and refuses invalid numbers, with a note about the reason") {
    const Range range{1e-3, 0.2};
    const auto typed = [&](const std::string& text) { return typed_number(text, 0.02, range, timestep()); };
    CHECK(typed("0.1").value == 0.1);
    CHECK(typed("0.1").note == "");
    CHECK(typed("0.5 Myr").value == doctest::Approx(0.5 / 17.78));
    CHECK(typed("0.5 Myr").note == "");
    CHECK(typed("9 Myr").value == 0.2);
    CHECK(typed("9 Myr").note ==
          "timestep: 9 Myr is above the range; the value is set to the maximum 0.2000 (3.56 Myr)");
    CHECK(typed("0").value == 1e-3);
    CHECK(typed("0").note == "timestep: 0 is below the range; the value is set to the minimum 0.0010 (0.0178 Myr)");
    CHECK(typed("2 kpc").value == 0.02);
    CHECK(
        typed("2 kpc").note ==
        "timestep: '2 kpc' is not a valid time: write a number (in units of 17.78 Myr), or a number with the unit yr, "
        "kyr, Myr or Gyr; the value stays 0.0200 (0.356 Myr)");
}

TEST_CASE("a slider of whole numbers rounds typed numbers with a note, and can show a word for its lowest value") {
    const ShownNumber steps{"Steps per frame", "%d steps", true, {.least = "auto"}};
    const auto typed = [&](const std::string& text) { return typed_number(text, 7, {0, 64}, steps); };
    CHECK(typed("auto").value == 0);
    CHECK(typed("3 steps").value == 3);
    CHECK(typed("3 steps").note == "");
    CHECK(typed("2.6").value == 3);
    CHECK(typed("2.6").note == "Steps per frame: 2.6 is rounded to 3 steps");
    CHECK(typed("1e9").value == 64);
    CHECK(typed("many").value == 7);
    CHECK(typed("many").note == "Steps per frame: 'many' is not a number; the value stays 7 steps");
}

TEST_CASE("the unit of a displayed number appears only once") {
    CHECK(slider_format("%.2f", 0.5, length) == "%.2f (2 kpc)");
    CHECK(slider_format("%.2f", -400, length) == "%.2f (-1600 kpc)");  // without an exponent
    CHECK(slider_format("%.3f", 2, {2.5e11, "M☉"}) == "%.3f (5e+11 M☉)");
    CHECK(slider_format("%.0f°", 60, angle) == "%.0f°");
    CHECK(slider_format("%.2f x", 0.5, none) == "%.2f x");
}
