#include "data/base/quantity.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace milkomeda {
namespace {

using namespace std::string_view_literals;

enum class Dimension { time, length, velocity, mass, angle, pace, turning, flight, surface_density };

struct Unit {
    std::string_view name;
    Dimension dimension;
    double size;  // size of the unit, in multiples of the reference unit of its dimension
    // error messages list the unit; false for alternative spellings
    bool is_offered = true;
};

constexpr double degrees_per_radian = 57.295779513082323;
constexpr double kpc_per_light_year = 3.0660139e-4;

constexpr std::array units{
    Unit{"yr", Dimension::time, 1e-6},
    Unit{"kyr", Dimension::time, 1e-3},
    Unit{"Myr", Dimension::time, 1},
    Unit{"Gyr", Dimension::time, 1e3},
    Unit{"pc", Dimension::length, 1e-3},
    Unit{"kpc", Dimension::length, 1},
    Unit{"Mpc", Dimension::length, 1e3},
    Unit{"ly", Dimension::length, kpc_per_light_year},
    Unit{"km/s", Dimension::velocity, 1},
    Unit{"M☉", Dimension::mass, 1},
    Unit{"Msun", Dimension::mass, 1},
    Unit{"M_sun", Dimension::mass, 1, false},
    Unit{"suns", Dimension::mass, 1, false},
    Unit{"°", Dimension::angle, 1},
    Unit{"deg", Dimension::angle, 1},
    Unit{"degrees", Dimension::angle, 1, false},
    Unit{"rad", Dimension::angle, degrees_per_radian},
    Unit{"kyr/s", Dimension::pace, 1e-3},
    Unit{"Myr/s", Dimension::pace, 1},
    Unit{"Gyr/s", Dimension::pace, 1e3},
    Unit{"Myr", Dimension::pace, 1, false},  // "Myr" is accepted as short for "Myr/s"
    Unit{"Gyr", Dimension::pace, 1e3, false},
    Unit{"°/s", Dimension::turning, 1},
    Unit{"deg/s", Dimension::turning, 1},
    Unit{"rad/s", Dimension::turning, degrees_per_radian},
    Unit{"°", Dimension::turning, 1, false},
    Unit{"deg", Dimension::turning, 1, false},
    Unit{"pc/s", Dimension::flight, 1e-3},
    Unit{"kpc/s", Dimension::flight, 1},
    Unit{"Mpc/s", Dimension::flight, 1e3},
    Unit{"M☉ pc⁻²", Dimension::surface_density, 1},
    Unit{"Msun/pc2", Dimension::surface_density, 1},
    Unit{"Msun/kpc2", Dimension::surface_density, 1e-6},
    Unit{"M☉/pc²", Dimension::surface_density, 1, false},
    Unit{"M☉/pc2", Dimension::surface_density, 1, false},
    Unit{"M☉/kpc²", Dimension::surface_density, 1e-6, false},
    Unit{"M☉ kpc⁻²", Dimension::surface_density, 1e-6, false},
    Unit{"Msun/pc^2", Dimension::surface_density, 1, false},
    Unit{"Msun/kpc^2", Dimension::surface_density, 1e-6, false},
};

// Names of the dimensions for error messages: "'7 apples' is not a valid mass".
constexpr std::array dimension_words{"time"sv, "length"sv,           "velocity"sv,        "mass"sv,           "angle"sv,
                                     "pace"sv, "speed of turning"sv, "speed of flight"sv, "surface density"sv};

// Returns the text without spaces and with ASCII letters in lower case; other characters are unchanged.
std::string plain(std::string_view text) {
    std::string letters;
    for (const char c : text)
        if (c != ' ') letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return letters;
}

const Unit& unit_named(std::string_view name) {
    const auto found = std::ranges::find(units, name, &Unit::name);
    if (found == units.end()) throw std::logic_error("there is no unit " + std::string{name});
    return *found;
}

// Returns the units of a dimension as a list for messages: "yr, kyr, Myr or Gyr".
std::string offered(Dimension dimension) {
    std::vector<std::string_view> names;
    for (const Unit& unit : units)
        if (unit.dimension == dimension && unit.is_offered) names.push_back(unit.name);
    std::string list;
    for (const std::string_view& name : names) {
        if (&name != &names.front()) list += &name == &names.back() ? " or " : ", ";
        list += name;
    }
    return list;
}

}  // namespace

std::optional<double> read_quantity(std::string_view text, const PhysicalUnit& unit, std::string_view own_word) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    // std::from_chars does not accept a plus sign
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    const char* const end = text.data() + text.size();
    double number = 0;
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || !std::isfinite(number)) return std::nullopt;
    const std::string word = plain({rest, static_cast<std::size_t>(end - rest)});
    if (word.empty() || word == plain(own_word)) return number;
    if (*unit.name == '\0') return std::nullopt;
    const Unit& shown = unit_named(unit.name);
    for (const Unit& known : units) {
        if (known.dimension != shown.dimension || plain(known.name) != word) continue;
        const double value = number * known.size / shown.size / unit.per_model_unit;
        return std::isfinite(value) ? std::optional{value} : std::nullopt;
    }
    return std::nullopt;
}

double parse_quantity(std::string_view text, const PhysicalUnit& unit, std::string_view own_word) {
    if (const auto value = read_quantity(text, unit, own_word)) return *value;
    if (*unit.name == '\0') throw std::invalid_argument(fmt::format("'{}' is not a number", text));
    const Dimension dimension = unit_named(unit.name).dimension;
    const std::string model_unit =
        unit.per_model_unit == 1 ? "" : fmt::format(" (in units of {:.4g} {})", unit.per_model_unit, unit.name);
    throw std::invalid_argument(fmt::format("'{}' is not a valid {}: write a number{}, or a number with the unit {}",
                                            text, dimension_words[static_cast<std::size_t>(dimension)], model_unit,
                                            offered(dimension)));
}

}  // namespace milkomeda
