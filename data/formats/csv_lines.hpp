// Lines of a CSV file: comments, the header's separator, and fields, with or without quotes.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace milkomeda::csv {

// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

// Is it blank, or does it begin with #?
bool is_comment(std::string_view line);

// The separator of a header, if the line is one: names, and more than one.
std::optional<char> separator_of(std::string_view line);

// What a comment "# time 12.5" says, which ought to be one number.
std::optional<std::string_view> time_in(std::string_view comment);

struct FieldError : std::invalid_argument {
    FieldError(std::size_t where, const std::string& why) : std::invalid_argument(why), place(where) {}
    std::size_t place;  // in the line, from 0
};

// Cuts a line into its fields, which point into it; quotes around a field are not part of it. Throws
// FieldError.
void split_fields(std::string_view line, char separator, std::vector<std::string_view>& fields);

}  // namespace milkomeda::csv
