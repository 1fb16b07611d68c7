// Numbers with units, as people type them: "0.5 Myr", "2 kpc", "1e9 M☉".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace milkomeda {

// What one of a number is for people: 17.78 "Myr". The name is one of the units that parse_quantity() knows.
struct PhysicalUnit {
    double per_model_unit = 0;
    const char* name = "";  // empty: there is none
};

// The number that is meant, where one is `unit`: "35.56 Myr", "0.03556 Gyr" and "2" are all 2 where one is
// 17.78 Myr. A word behind it that is `own_word`, as a control shows it ("stops"), changes nothing. Capital
// letters and blanks do not count. Empty for all else, and for what is not finite.
std::optional<double> read_quantity(std::string_view text, const PhysicalUnit& unit,
                                    std::string_view own_word = {});

// The same. Throws std::invalid_argument: "'2 kpc' is no time: write a number (of 17.78 Myr), or one with yr,
// kyr, Myr or Gyr".
double parse_quantity(std::string_view text, const PhysicalUnit& unit, std::string_view own_word = {});

}  // namespace milkomeda
