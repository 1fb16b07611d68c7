// Numbers with units as users type them: "0.5 Myr", "2 kpc", "1e9 M☉".
#pragma once

#include <optional>
#include <string_view>

namespace milkomeda {

// Unit in which a number is displayed, for example per_model_unit = 17.78 and name = "Myr" for times. The
// name must be a unit that parse_quantity() accepts.
struct PhysicalUnit {
    double per_model_unit = 0;
    const char* name = "";  // name of the unit; empty for a number without unit
};

// Converts a typed number to model units: with `unit` 17.78 Myr, the texts "35.56 Myr", "0.03556 Gyr" and "2" all give
// 2. The number may be followed by `own_word`, the word that a control shows after the number ("stops"). Ignores case
// and spaces. Returns an empty optional for other texts and for infinity and NaN.
std::optional<double> read_quantity(std::string_view text, const PhysicalUnit& unit, std::string_view own_word = {});

// Returns the result of read_quantity(). Throws std::invalid_argument for invalid texts: "'2 kpc' is not a valid time:
// write a number (in units of 17.78 Myr), or a number with the unit yr, kyr, Myr or Gyr".
double parse_quantity(std::string_view text, const PhysicalUnit& unit, std::string_view own_word = {});

}  // namespace milkomeda
