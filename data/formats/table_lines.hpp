// Lines of text tables: comments, and division of lines into quoted or plain fields.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace milkomeda::tables {

// Separator of columns that are separated by any number of spaces and tabs.
inline constexpr char blanks = ' ';

inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
// Returns true for spaces, tabs, vertical tabs and form feeds. A line contains no line feeds.
inline bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\f'); }

// Returns the text without leading and trailing blanks.
std::string_view trimmed(std::string_view text);

// Returns true if the line is blank or begins with one of the characters # % ! \ that begin comments.
inline bool is_comment(std::string_view line) {
    std::size_t at = 0;
    while (at < line.size() && is_blank(line[at])) ++at;
    return at == line.size() || line[at] == '#' || line[at] == '%' || line[at] == '!' || line[at] == '\\';
}

// Returns the text "12.5" of a comment "# time 12.5". The caller must check that the text is a number.
std::optional<std::string_view> time_in(std::string_view comment);

struct FieldError : std::invalid_argument {
    FieldError(std::size_t where, const std::string& why) : std::invalid_argument(why), place(where) {}
    std::size_t place;  // index of the faulty character in the line, counted from 0
};

// Splits a line into fields. The fields point into `line` and exclude enclosing quotes. If the separator is '|', the
// line may also begin and end with '|'. Throws FieldError.
void split_fields(std::string_view line, char separator, std::vector<std::string_view>& fields);

// Returns "commas", "blanks" and so on, for messages.
std::string_view plural_of(char separator);

}  // namespace milkomeda::tables
