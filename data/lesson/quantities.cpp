#include "data/lesson/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "data/base/units.hpp"
#include "data/simulation/parameter_table.hpp"
#include "data/text/did_you_mean.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr PhysicalUnit in_myr{myr_per_time, "Myr"}, in_kpc{kpc_per_length, "kpc"}, in_degrees{1, "°"};

// Returns the row of a parameter. The name of the quantity is the last part of the parameter's scene key.
Quantity quantity_of(const Parameter& parameter) {
    Quantity row{.name = parameter.scene_key.substr(parameter.scene_key.rfind('.') + 1),
                 .unit = parameter.setting.unit};
    const SettingValue value = parameter.field.get(SimulationParameters{});
    if (const Choice* const choice = std::get_if<Choice>(&value)) {
        row.words = {choice->names.begin(), choice->names.end()};
        row.has_numbers = false;
    } else if (std::holds_alternative<CountOrAuto>(value)) {
        row.words = {"auto"};
    }
    return row;
}

std::vector<Quantity> all_quantities() {
    std::vector<Quantity> rows;
    for (const Parameter& parameter : parameter_table()) rows.push_back(quantity_of(parameter));
    const std::vector<Quantity> measured{{"time", in_myr},
                                         {"steps"},
                                         {"bodies"},
                                         {"galaxies"},
                                         {"energy_error"},
                                         {"virial_ratio"},
                                         {"separation", in_kpc},
                                         {"unbound"},
                                         {"star_formation"},
                                         {"sfr_msun_per_yr"},
                                         {"r10_", in_kpc},
                                         {"r50_", in_kpc},
                                         {"r90_", in_kpc},
                                         {"passages"},
                                         {"merger_time", in_myr},
                                         {"branches"},
                                         {"force_errors.p50"},
                                         {"force_errors.p90"},
                                         {"force_errors.p99"},
                                         {"force_errors.most"},
                                         {"mass_ratio"},
                                         {"orbit.eccentricity"},
                                         {"orbit.pericentre", in_kpc},
                                         {"orbit.separation", in_kpc},
                                         {"inclination.", in_degrees},
                                         {.name = "spin.", .words = {"prograde", "retrograde"}, .has_numbers = false},
                                         {"view_angle", in_degrees},
                                         {.name = "playing", .words = {"true", "false"}, .has_numbers = false},
                                         {.name = "comparing", .words = {"true", "false"}, .has_numbers = false},
                                         {"match_separation", in_kpc},
                                         {"match_circles"},
                                         {"match_encounters"},
                                         {"match_score"},
                                         {"match_judged"},
                                         {"match_kept"},
                                         {.name = "match_shown", .words = {"true", "false"}, .has_numbers = false},
                                         {.name = "match_blinks", .words = {"true", "false"}, .has_numbers = false},
                                         {.name = "match_contours", .words = {"true", "false"}, .has_numbers = false}};
    rows.insert(rows.end(), measured.begin(), measured.end());
    return rows;
}

std::string name_in_messages(const Quantity& row) {
    return row.name + (row.name.ends_with('.') ? "GALAXY" : row.name.ends_with('_') ? "GALAXY_COMPONENT" : "");
}

double parse_number_of(const Quantity& quantity, std::string_view text) {
    const std::size_t slash = text.find('/');
    // A slash without a letter before it divides two numbers, as in 1/10; otherwise it belongs to the unit, as in
    // Myr/s.
    const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
    if (slash == text.npos || std::ranges::any_of(text.substr(0, slash), is_letter))
        return parse_quantity(text, quantity.unit);
    const double above = parse_quantity(text.substr(0, slash), {}), below = parse_quantity(text.substr(slash + 1), {});
    if (below == 0) throw std::invalid_argument(fmt::format("'{}' divides by 0", text));
    return above / below;
}

}  // namespace

std::span<const Quantity> quantities() {
    static const std::vector<Quantity> rows = all_quantities();
    return rows;
}

const Quantity& quantity_named(std::string_view name) {
    std::vector<std::string> known;
    for (const Quantity& row : quantities()) {
        if (row.is_completed() ? name.starts_with(row.name) && name.size() > row.name.size() : name == row.name)
            return row;
        known.push_back(name_in_messages(row));
    }
    throw std::invalid_argument(
        fmt::format("there is no quantity {}; there are: {}{}", quoted(name), join(known), did_you_mean(name, known)));
}

QuantityValue parse_value(const Quantity& quantity, std::string_view text) {
    if (std::ranges::find(quantity.words, text) != quantity.words.end()) return std::string{text};
    const std::string words = join(quantity.words, {}, " or ");
    if (!quantity.has_numbers)
        throw std::invalid_argument(fmt::format("{} is not a value of {}: write {}{}", quoted(text),
                                                name_in_messages(quantity), words, did_you_mean(text, quantity.words)));
    return parse_number_of(quantity, text);
}

}  // namespace milkomeda
