#include "data/formats/csv_lines.hpp"

#include <algorithm>

namespace milkomeda::csv {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

bool is_comment(std::string_view line) { return trimmed(line).empty() || trimmed(line).front() == '#'; }

std::optional<char> separator_of(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with('"')) line.remove_prefix(1);
    if (line.empty() || !is_letter(line.front())) return std::nullopt;
    for (const char c : {',', ';', '\t'})
        if (line.find(c) != line.npos) return c;
    return std::nullopt;
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
    for (std::size_t begin = 0;;) {
        std::size_t end = line.find(separator, begin);
        while (begin < line.size() && line[begin] == ' ') ++begin;
        if (begin < line.size() && line[begin] == '"') {
            const std::size_t close = line.find('"', begin + 1);
            if (close == line.npos) throw FieldError(begin, "the closing quote is missing in this line");
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

}  // namespace milkomeda::csv
