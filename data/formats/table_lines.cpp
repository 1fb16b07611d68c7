#include "data/formats/table_lines.hpp"

#include <algorithm>

namespace milkomeda::tables {
namespace {

// Returns the index of the quote that closes the quote at index `open`. Two consecutive quotes are one character.
std::size_t closing_quote(std::string_view line, std::size_t open) {
    for (std::size_t at = line.find('"', open + 1); at != line.npos; at = line.find('"', at + 2))
        if (at + 1 == line.size() || line[at + 1] != '"') return at;
    throw FieldError(open, "the closing quote is missing in this line");
}

void split_at_blanks(std::string_view line, std::vector<std::string_view>& fields) {
    const char* const end = line.data() + line.size();
    for (const char* at = line.data();;) {
        while (at < end && is_blank(*at)) ++at;
        if (at == end) return;
        const char* const begin = at;
        if (*begin == '"') {
            const auto open = static_cast<std::size_t>(begin - line.data()), close = closing_quote(line, open);
            at = line.data() + close + 1;
            if (at < end && !is_blank(*at))
                throw FieldError(close, "there is text between the closing quote and the next separator");
            fields.emplace_back(begin + 1, close - open - 1);
        } else {
            while (at < end && !is_blank(*at)) ++at;
            fields.emplace_back(begin, static_cast<std::size_t>(at - begin));
        }
    }
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::optional<std::string_view> time_in(std::string_view comment) {
    std::string_view text = trimmed(comment);
    if (!text.starts_with('#')) return std::nullopt;
    text = trimmed(text.substr(1));
    if (!text.starts_with("time ")) return std::nullopt;
    return trimmed(text.substr(5));
}

void split_fields(std::string_view line, char separator, std::vector<std::string_view>& fields) {
    fields.clear();
    if (separator == blanks) return split_at_blanks(line, fields);
    if (separator == '|') {
        line = trimmed(line);
        if (line.starts_with('|')) line.remove_prefix(1);
        if (line.ends_with('|')) line.remove_suffix(1);
    }
    for (std::size_t begin = 0;;) {
        std::size_t end = line.find(separator, begin);
        while (begin < line.size() && line[begin] == ' ') ++begin;
        if (begin < line.size() && line[begin] == '"') {
            const std::size_t close = closing_quote(line, begin);
            end = line.find(separator, close);
            if (!trimmed(line.substr(close + 1, std::min(end, line.size()) - close - 1)).empty())
                throw FieldError(close, "there is text between the closing quote and the next separator");
            fields.push_back(line.substr(begin + 1, close - begin - 1));
        } else {
            begin = std::min(begin, std::min(end, line.size()));
            fields.push_back(trimmed(line.substr(begin, std::min(end, line.size()) - begin)));
        }
        if (end == line.npos) return;
        begin = end + 1;
    }
}

std::string_view plural_of(char separator) {
    return separator == ','    ? "commas"
           : separator == ';'  ? "semicolons"
           : separator == '\t' ? "tabs"
           : separator == '|'  ? "vertical bars"
                               : "blanks";
}

}  // namespace milkomeda::tables
