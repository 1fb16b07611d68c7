#include "data/encounter/encounter_parameters.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "data/base/range.hpp"
#include "data/files/small_file.hpp"
#include "data/system/file_error.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t columns = 34, used_columns = 14;
constexpr std::string_view blanks = " \t\r";

struct ColumnRow {
    const char* name;
    Range range;
};

// The ranges are far wider than any pair of galaxies; they keep all quantities of an encounter finite.
constexpr Range any_coordinate{-1e4, 1e4}, any_mass{1e-6, 1e6}, any_radius{1e-3, 1e3}, any_angle{-1e6, 1e6};
constexpr std::array<ColumnRow, used_columns> column_rows{{{"rx", any_coordinate},
                                                           {"ry", any_coordinate},
                                                           {"rz", any_coordinate},
                                                           {"vx", any_coordinate},
                                                           {"vy", any_coordinate},
                                                           {"vz", any_coordinate},
                                                           {"m1", any_mass},
                                                           {"m2", any_mass},
                                                           {"rout1", any_radius},
                                                           {"rout2", any_radius},
                                                           {"phi1", any_angle},
                                                           {"phi2", any_angle},
                                                           {"theta1", any_angle},
                                                           {"theta2", any_angle}}};
constexpr Range start_times{-100, -1e-3};
constexpr Range half_widths{1e-6, 1e6};

std::array<double, used_columns> used_values(const EncounterParameters& p) {
    const auto& [first, second] = p.galaxies;
    return {p.position.x, p.position.y, p.position.z, p.velocity.x,  p.velocity.y,         p.velocity.z,
            first.mass,   second.mass,  first.radius, second.radius, first.position_angle, second.position_angle,
            first.tilt,   second.tilt};
}

void require(double value, const Range& range, const std::string& column) {
    if (!range.contains(value))
        throw std::invalid_argument(fmt::format("{} is {}, but must be from {} to {}", column, short_number(value),
                                                short_number(range.least), short_number(range.most)));
}

// Splits the text at blanks.
std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t begin = text.find_first_not_of(blanks); begin != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
        words.push_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(blanks, end);
    }
    return words;
}

// Converts the text of a column to a number. `number` counts columns from 1.
double column_value(std::string_view text, std::size_t number) {
    const std::string column =
        number <= used_columns ? fmt::format("{} ({})", number, column_rows[number - 1].name) : std::to_string(number);
    const auto words = words_of(text);
    if (words.empty()) throw std::invalid_argument("column " + column + " is empty; write a number");
    if (words.size() > 1)
        throw std::invalid_argument(fmt::format("{} in column {} is not a number", quoted(text), column));
    return parse_number<double>(words.front(), column);
}

}  // namespace

bool EncounterParameters::operator==(const EncounterParameters& other) const {
    return used_values(*this) == used_values(other) && other_columns == other.other_columns &&
           rigid_galaxies == other.rigid_galaxies && start_time == other.start_time && half_width == other.half_width &&
           name == other.name;
}

EncounterParameters mirrored(EncounterParameters parameters) {
    parameters.position.z *= -1;
    parameters.velocity.z *= -1;
    for (EncounterGalaxy& galaxy : parameters.galaxies) galaxy.tilt *= -1;
    return parameters;
}

void check(const EncounterParameters& parameters) {
    const auto values = used_values(parameters);
    for (std::size_t i = 0; i < used_columns; ++i)
        require(values[i], column_rows[i].range, fmt::format("column {} ({})", i + 1, column_rows[i].name));
    if (parameters.position == glm::dvec3{0})
        throw std::invalid_argument(
            "columns 1 to 3 (rx, ry, rz) are 0, but the galaxies must have different positions");
    if (parameters.start_time) require(*parameters.start_time, start_times, "the start time");
    if (parameters.half_width) require(*parameters.half_width, half_widths, "the half width of the picture");
}

EncounterParameters parse_spam_line(std::string_view text) {
    const std::vector<std::string> parts = split(text, ',');
    if (parts.size() != columns)
        throw std::invalid_argument(fmt::format(
            "the line has {} columns with commas between them, but needs {}: rx, ry, rz, vx, vy, vz, m1, m2, "
            "rout1, rout2, phi1, phi2, theta1, theta2 and 20 more",
            parts.size(), columns));
    // The last column is followed by the optional words.
    const auto last = words_of(parts.back());
    std::array<double, columns> values;
    for (std::size_t i = 0; i + 1 < columns; ++i) values[i] = column_value(parts[i], i + 1);
    values.back() = column_value(last.empty() ? std::string_view{} : last.front(), columns);

    EncounterParameters p;
    p.position = {values[0], values[1], values[2]};
    p.velocity = {values[3], values[4], values[5]};
    for (std::size_t g = 0; g < 2; ++g)
        p.galaxies[g] = {
            .mass = values[6 + g], .radius = values[8 + g], .position_angle = values[10 + g], .tilt = values[12 + g]};
    std::copy(values.begin() + used_columns, values.end(), p.other_columns.begin());
    if (last.size() > 1) p.start_time = parse_number<double>(last[1], "start time");
    if (last.size() > 2) p.half_width = parse_number<double>(last[2], "half width");
    if (last.size() > 3) p.name = join(std::vector(last.begin() + 3, last.end()), {}, " ");
    check(p);
    return p;
}

std::string spam_line(const EncounterParameters& parameters) {
    const auto values = used_values(parameters);
    std::string line = join(values, exact_number<double>, ",");
    line += "," + join(parameters.other_columns, exact_number<double>, ",");
    // The words have a fixed order, so an empty word ends the line.
    if (!parameters.start_time) return line;
    line += " " + exact_number(*parameters.start_time);
    if (!parameters.half_width) return line;
    line += " " + exact_number(*parameters.half_width);
    return parameters.name.empty() ? line : line + " " + parameters.name;
}

std::vector<EncounterParameters> parse_spam_lines(std::string_view text) {
    std::vector<EncounterParameters> all;
    std::size_t number = 0;
    for (const std::string& line : split(text, '\n')) {
        ++number;
        const std::size_t begin = line.find_first_not_of(blanks);
        if (begin == line.npos || line[begin] == '#') continue;
        try {
            all.push_back(parse_spam_line(line));
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument(fmt::format("line {}: {}", number, error.what()));
        }
    }
    if (all.empty()) throw std::invalid_argument("no encounter: write a line of 34 columns for each encounter");
    return all;
}

std::vector<EncounterParameters> read_spam_file(const std::filesystem::path& file) {
    const auto text = read_small_file(file);
    if (!text) throw FileError(file, "the file does not exist");
    try {
        return parse_spam_lines(*text);
    } catch (const std::invalid_argument& error) {
        throw FileError(file, error.what());
    }
}

}  // namespace milkomeda
