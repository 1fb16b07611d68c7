#include "data/formats/table_columns.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "data/formats/table_lines.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

using Words = std::vector<std::string_view>;

// Names of columns for each role, in order of preference. The names of positions and velocities are completed by the
// name of an axis before or after them, as in "pos_x" and "xvel".
const Words mass_words{"mass", "m", "masses", "mp"}, id_words{"id", "ids", "pid", "particleindex"},
    position_words{"", "pos", "position", "positions", "coord", "coordinate", "coordinates", "r", "point", "points"},
    velocity_words{"v", "vel", "velocity", "velocities", "dot"}, component_words{"component", "comp"},
    galaxy_words{"galaxy"}, type_words{"type", "ptype", "parttype", "family"};

struct NamedRole {
    ColumnRole role;
    std::size_t rank;  // index of the name in its list of words; the smallest rank is preferred
};

// Returns the text in lower case, without the characters `dropped`.
std::string plain(std::string_view text, std::string_view dropped) {
    std::string kept;
    for (const char c : text)
        if (dropped.find(c) == dropped.npos) kept += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return kept;
}

std::optional<std::size_t> place_in(const Words& words, std::string_view word) {
    const auto found = std::ranges::find(words, word);
    return found == words.end() ? std::nullopt : std::optional{static_cast<std::size_t>(found - words.begin())};
}

// Returns the role of a word that contains the name of an axis: x, y or z, or 0, 1 or 2 after a word of several
// letters.
std::optional<NamedRole> role_with_axis(std::string_view word) {
    const auto role = [](std::string_view rest, std::size_t axis) -> std::optional<NamedRole> {
        if (const auto rank = place_in(position_words, rest))
            return NamedRole{static_cast<ColumnRole>(static_cast<std::size_t>(ColumnRole::x) + axis), *rank};
        if (const auto rank = place_in(velocity_words, rest))
            return NamedRole{static_cast<ColumnRole>(static_cast<std::size_t>(ColumnRole::vx) + axis), *rank};
        return std::nullopt;
    };
    if (word.empty()) return std::nullopt;
    const std::string_view before = word.substr(0, word.size() - 1), after = word.substr(1);
    if (const auto axis = std::string_view{"xyz"}.find(word.back()); axis != std::string_view::npos)
        if (const auto found = role(before, axis)) return found;
    if (const auto axis = std::string_view{"012"}.find(word.back());
        axis != std::string_view::npos && before.size() > 1)
        if (const auto found = role(before, axis)) return found;
    if (const auto axis = std::string_view{"xyz"}.find(word.front());
        axis != std::string_view::npos && after.size() > 1)
        return role(after, axis);
    return std::nullopt;
}

std::optional<NamedRole> role_of_word(std::string_view name) {
    const std::string word = plain(name, " \t_-.:,;/#'\"[]()");
    const std::pair<ColumnRole, const Words&> lists[] = {{ColumnRole::mass, mass_words},
                                                         {ColumnRole::id, id_words},
                                                         {ColumnRole::component, component_words},
                                                         {ColumnRole::galaxy, galaxy_words},
                                                         {ColumnRole::type, type_words}};
    for (const auto& [role, words] : lists)
        if (const auto rank = place_in(words, word)) return NamedRole{role, *rank};
    constexpr std::string_view prefix = "particle";  // the program yt writes particle_mass
    return word.size() > prefix.size() && word.starts_with(prefix) ? role_of_word(word.substr(prefix.size()))
                                                                   : role_with_axis(word);
}

// Meaning of a column's name.
struct Meaning {
    std::optional<NamedRole> role{};
    std::string unit{};
};

// Divides a name such as "x [kpc]", "vx(km/s)", "mass_msun" or "pos[0]" into its role and unit.
Meaning meaning_of(std::string_view name) {
    name = tables::trimmed(name);
    const std::size_t open = name.find_first_of("[(", 1);
    if (open != name.npos && (name.back() == ']' || name.back() == ')')) {
        const std::string_view inside = tables::trimmed(name.substr(open + 1, name.size() - open - 2));
        const bool is_axis = inside.size() == 1 && inside >= "0" && inside <= "2" && role_of_word(name);
        if (!is_axis) return {role_of_word(name.substr(0, open)), std::string(inside)};
    }
    if (const auto role = role_of_word(name)) return {role};
    for (std::size_t at = name.find_first_of("_ /.-"); at != name.npos; at = name.find_first_of("_ /.-", at + 1))
        if (const auto role = role_of_word(name.substr(0, at)))
            if (const std::string_view unit = name.substr(at + 1);
                std::ranges::any_of(unit, tables::is_letter) && unit_factor(unit, role->role))
                return {role, std::string(unit)};
    return {};
}

const double cm_per_kpc = gadget_units(1).length_cm, solar_mass_g = gadget_units(1).mass_g / 1e10;
constexpr double cm_per_km = 1e5, cm_per_au = 1.495978707e13, seconds_per_myr = 3.15576e13;

// Size of a unit in centimeters, grams or centimeters per second.
struct UnitWord {
    std::string_view word;
    double size;
};
const std::vector<UnitWord> length_units{{"kpc", cm_per_kpc},
                                         {"pc", cm_per_kpc / 1e3},
                                         {"mpc", cm_per_kpc * 1e3},
                                         {"gpc", cm_per_kpc * 1e6},
                                         {"au", cm_per_au},
                                         {"cm", 1},
                                         {"m", 1e2},
                                         {"km", cm_per_km},
                                         {"kiloparsec", cm_per_kpc},
                                         {"parsec", cm_per_kpc / 1e3}};
const std::vector<UnitWord> mass_units{{"msun", solar_mass_g},
                                       {"msol", solar_mass_g},
                                       {"solmass", solar_mass_g},
                                       {"msolar", solar_mass_g},
                                       {"solarmass", solar_mass_g},
                                       {"m\xe2\x98\x89", solar_mass_g},
                                       {"m\xe2\x8a\x99", solar_mass_g},
                                       {"g", 1},
                                       {"kg", 1e3}};
const std::vector<UnitWord> velocity_units{{"km/s", cm_per_km},
                                           {"kms-1", cm_per_km},
                                           {"kms", cm_per_km},
                                           {"m/s", 1e2},
                                           {"ms-1", 1e2},
                                           {"ms", 1e2},
                                           {"cm/s", 1},
                                           {"cms-1", 1},
                                           {"cms", 1},
                                           {"kpc/myr", cm_per_kpc / seconds_per_myr},
                                           {"kpcmyr-1", cm_per_kpc / seconds_per_myr},
                                           {"kpcmyr", cm_per_kpc / seconds_per_myr},
                                           {"pc/myr", cm_per_kpc / 1e3 / seconds_per_myr},
                                           {"pcmyr-1", cm_per_kpc / 1e3 / seconds_per_myr},
                                           {"pcmyr", cm_per_kpc / 1e3 / seconds_per_myr},
                                           {"kpc/gyr", cm_per_kpc / 1e3 / seconds_per_myr},
                                           {"kpcgyr-1", cm_per_kpc / 1e3 / seconds_per_myr}};

// Removes a number such as "1e10" or "10^10" from the beginning of a unit, and returns the number, or 1.
double take_number(std::string_view& unit) {
    double number = 1;
    const auto take = [&unit](double& value) {
        const auto [end, error] = std::from_chars(unit.data(), unit.data() + unit.size(), value);
        if (error == std::errc{}) unit.remove_prefix(static_cast<std::size_t>(end - unit.data()));
        return error == std::errc{};
    };
    if (!take(number)) return 1;
    const std::size_t sign = unit.starts_with("**") ? 2 : unit.starts_with('^') ? 1 : 0;
    double exponent = 1;
    if (sign > 0) unit.remove_prefix(sign), take(exponent);
    return std::pow(number, exponent);
}

// Returns true for texts that programs write as the unit of numbers in simulation units. The program reads these
// numbers as numbers in model units.
bool is_model_unit(std::string_view unit) {
    return unit.empty() || unit == "-" || unit == "---" || unit.starts_with("code") || unit.starts_with("model") ||
           unit.starts_with("nbody") || unit == "dimensionless";
}

}  // namespace

const TableColumn* column_with(const TableColumns& columns, ColumnRole role) {
    const auto found = std::ranges::find(columns, role, &TableColumn::role);
    return found == columns.end() ? nullptr : &*found;
}

std::optional<ColumnRole> role_of(std::string_view name) {
    const auto role = meaning_of(name).role;
    return role ? std::optional{role->role} : std::nullopt;
}

std::optional<double> unit_factor(std::string_view text, ColumnRole role) {
    const std::string without_marks = plain(text, " \t{}$\\'\"");
    std::string_view rest = without_marks;
    const double number = take_number(rest);
    const std::string unit = plain(rest, "_^*.() ");
    if (!(number > 0) || !std::isfinite(number)) return std::nullopt;
    if (is_model_unit(unit)) return number;
    const bool is_length = is_position(role);
    const double model = is_length                  ? model_units.length_cm
                         : role == ColumnRole::mass ? model_units.mass_g
                                                    : model_units.velocity_cm_per_s;
    for (const UnitWord& known : is_length ? length_units : role == ColumnRole::mass ? mass_units : velocity_units)
        if (known.word == unit) return number * known.size / model;
    return std::nullopt;
}

std::span<const std::string_view> usual_units(ColumnRole role) {
    static constexpr std::string_view lengths[]{"kpc", "pc", "Mpc", "au", "km", "m", "cm"},
        masses[]{"Msun", "1e10 Msun", "kg", "g"}, velocities[]{"km/s", "m/s", "cm/s", "kpc/Myr", "pc/Myr"};
    if (is_position(role)) return lengths;
    if (is_velocity(role)) return velocities;
    return role == ColumnRole::mass ? std::span<const std::string_view>{masses} : std::span<const std::string_view>{};
}

void assign_by_name(TableColumns& columns) {
    std::array<std::optional<NamedRole>, names<ColumnRole>.size()> best;
    std::array<std::size_t, names<ColumnRole>.size()> place{};
    std::optional<std::size_t> repeated;
    const auto index = [](ColumnRole role) { return static_cast<std::size_t>(role); };
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto [found, unit] = meaning_of(columns[i].name);
        if (columns[i].unit.empty()) columns[i].unit = unit;
        if (!found) continue;
        auto& known = best[index(found->role)];
        if (known && known->rank == found->rank) repeated = i;
        if (!known || found->rank < known->rank) known = found, place[index(found->role)] = i;
    }
    for (std::size_t role = 0; role < best.size(); ++role)
        if (best[role]) columns[place[role]].role = static_cast<ColumnRole>(role);
    if (repeated)
        throw ColumnError(*repeated, fmt::format("the header names column {} twice",
                                                 name_of(meaning_of(columns[*repeated].name).role->role)));

    // The names u, v and w mean velocities only together, because a column u alone is often an internal energy.
    const auto named = [&](std::string_view letter) {
        return std::ranges::find(columns, letter, [](const TableColumn& column) { return plain(column.name, " "); });
    };
    const std::array velocity{named("u"), named("v"), named("w")};
    if (best[index(ColumnRole::vx)] || best[index(ColumnRole::vy)] || best[index(ColumnRole::vz)] ||
        std::ranges::find(velocity, columns.end()) != velocity.end())
        return;
    for (std::size_t axis = 0; axis < velocity.size(); ++axis)
        velocity[axis]->role = static_cast<ColumnRole>(index(ColumnRole::vx) + axis);
}

std::string assign_by_position(TableColumns& columns, std::size_t first, bool begins_with_integers) {
    using enum ColumnRole;
    const std::size_t count = columns.size() - first;
    std::vector<ColumnRole> roles{id, mass, x, y, z, vx, vy, vz};
    if (count < 6 || count > roles.size() || (count == roles.size() && !begins_with_integers)) return "";
    roles.erase(roles.begin(), roles.end() - static_cast<std::ptrdiff_t>(count));
    for (std::size_t i = 0; i < count; ++i) columns[first + i].role = roles[i];
    return join(roles, name_of<ColumnRole>, " ");
}

std::vector<RoleChoice> parse_column_choices(std::string_view text) {
    std::vector<std::string_view> parts;
    bool is_quoted = false;
    for (std::size_t begin = 0, at = 0; at <= text.size(); ++at) {
        if (at < text.size() && text[at] == '"') is_quoted = !is_quoted;
        if (at < text.size() && (text[at] != ',' || is_quoted)) continue;
        parts.push_back(text.substr(begin, at - begin));
        begin = at + 1;
    }
    std::vector<RoleChoice> choices;
    for (const std::string_view part : parts) {
        const std::size_t equals = part.find('=');
        const std::string role_name = plain(part.substr(0, equals), " ");
        const auto role = role_name == "m" ? ColumnRole::mass : value_named<ColumnRole>(role_name);
        std::string column(equals == part.npos ? "" : tables::trimmed(part.substr(equals + 1)));
        std::erase(column, '"');
        if (!role || column.empty())
            throw std::invalid_argument(
                fmt::format("{} is not ROLE=COLUMN; roles are m, {}; columns are numbers from 0, "
                            "names, or none; a unit may follow, as in x=0[kpc]",
                            quoted(part), join(names<ColumnRole>)));
        if (std::ranges::find(choices, *role, &RoleChoice::role) != choices.end())
            throw std::invalid_argument(fmt::format("the role {} has two columns", name_of(*role)));
        choices.push_back({*role, column == "none" ? "" : column});
    }
    return choices;
}

namespace {

// Finds a column by its name, otherwise by its number.
TableColumns::iterator column_named(TableColumns& columns, std::string_view name) {
    const auto found =
        std::ranges::find(columns, plain(name, ""), [](const TableColumn& column) { return plain(column.name, ""); });
    const auto number = number_from<std::size_t>(name);
    if (found != columns.end() || !number) return found;
    return columns.begin() + static_cast<std::ptrdiff_t>(std::min(*number, columns.size()));
}

}  // namespace

void assign_by_choice(TableColumns& columns, std::string_view text) {
    const std::vector<RoleChoice> choices = parse_column_choices(text);
    for (const RoleChoice& choice : choices)
        for (TableColumn& column : columns)
            if (column.role == choice.role) column.role.reset();
    for (const RoleChoice& choice : choices) {
        if (choice.column.empty()) continue;
        auto found = column_named(columns, choice.column);
        const std::size_t open = choice.column.rfind('[');
        if (found == columns.end() && open != choice.column.npos && choice.column.back() == ']') {
            found = column_named(columns, tables::trimmed(std::string_view(choice.column).substr(0, open)));
            const std::string unit = choice.column.substr(open + 1, choice.column.size() - open - 2);
            if (!is_quantity(choice.role) || unit.empty())
                throw std::invalid_argument(
                    fmt::format("--columns states the unit {} of the column {}, which has no such unit",
                                milkomeda::quoted(unit), name_of(choice.role)));
            if (found != columns.end()) found->unit = unit, found->has_chosen_unit = true;
        }
        if (found == columns.end())
            throw std::invalid_argument(
                fmt::format("--columns names the column {}, which the table lacks", milkomeda::quoted(choice.column)));
        found->role = choice.role;
    }
}

void assign_units(TableColumns& columns, const ReadOptions& options) {
    const UnitFactors chosen = factors_to_model_units(units_of(options, std::nullopt, model_units));
    for (std::size_t i = 0; i < columns.size(); ++i) {
        TableColumn& column = columns[i];
        if (!column.role || !is_quantity(*column.role)) continue;
        if (options.units != UnitChoice::automatic) {
            column.unit = "--units " + std::string(name_of(options.units));
            column.factor = is_position(*column.role)          ? chosen.length
                            : *column.role == ColumnRole::mass ? chosen.mass
                                                               : chosen.velocity;
        } else if (!column.unit.empty()) {
            const auto factor = unit_factor(column.unit, *column.role);
            if (!factor)
                throw ColumnError(i, fmt::format("the unit {} of the column {} is unknown; to ignore the units of the "
                                                 "file, use --units model or --units gadget",
                                                 milkomeda::quoted(column.unit), name_of(*column.role)));
            column.factor = *factor;
        }
    }
}

std::string list_of_columns(const TableColumns& columns, const std::vector<std::string>& first_row) {
    constexpr std::size_t most = 20;
    std::string list;
    for (std::size_t i = 0; i < columns.size() && i < most; ++i) {
        const bool has_name = !columns[i].name.empty() || i >= first_row.size();
        list +=
            fmt::format("{}{} {}", i > 0 ? ", " : "", i, milkomeda::quoted(has_name ? columns[i].name : first_row[i]));
    }
    return list + (columns.size() > most ? ", ..." : "");
}

}  // namespace milkomeda
