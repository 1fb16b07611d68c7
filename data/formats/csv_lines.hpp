// Columns of CSV files, and parsing of their lines: comments, the header's separator, quoted or plain fields.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace milkomeda::csv {

// Columns from mass to vz hold numbers, the columns after vz ids and names.
enum Column : std::size_t { mass, x, y, z, vx, vy, vz, id, component, galaxy, column_count, unknown };
inline constexpr std::array<std::string_view, column_count> column_names{"mass", "x",  "y",  "z",         "vx",
                                                                         "vy",   "vz", "id", "component", "galaxy"};

// Returns the text without leading and trailing spaces and tabs.
std::string_view trimmed(std::string_view text);

// Returns true if the line is blank or begins with #.
bool is_comment(std::string_view line);

// Returns the separator of the column names, or an empty optional if the line is not a header. A header has at least
// two names.
std::optional<char> separator_of(std::string_view line);

// Returns the text "12.5" of a comment "# time 12.5". The caller must check that the text is a number.
std::optional<std::string_view> time_in(std::string_view comment);

struct FieldError : std::invalid_argument {
    FieldError(std::size_t where, const std::string& why) : std::invalid_argument(why), place(where) {}
    std::size_t place;  // index of the faulty character in the line, counted from 0
};

// Splits a line into fields. The fields point into `line` and exclude enclosing quotes. Throws FieldError.
void split_fields(std::string_view line, char separator, std::vector<std::string_view>& fields);

}  // namespace milkomeda::csv
