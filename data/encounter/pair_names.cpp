#include "data/encounter/pair_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// Returns the letters and digits of the text in lower case.
std::string letters_of(std::string_view text) {
    std::string letters;
    for (const char c : text) {
        const bool is_upper = c >= 'A' && c <= 'Z';
        if (is_upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            letters += static_cast<char>(is_upper ? c - 'A' + 'a' : c);
    }
    return letters;
}

std::string without_outer_blanks(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

}  // namespace

std::vector<PairNames> parse_pair_names(std::string_view text) {
    std::vector<PairNames> pairs;
    std::size_t number = 0;
    for (const std::string& whole_line : split(text, '\n')) {
        ++number;
        const std::string line = without_outer_blanks(whole_line);
        if (line.empty() || line.starts_with('#')) continue;
        const std::size_t blank = line.find(' ');
        if (blank == line.npos) throw std::invalid_argument(fmt::format("line {}: the model has no names", number));
        PairNames pair{line.substr(0, blank), {}};
        for (const std::string& name : split(line.substr(blank), ';')) pair.names.push_back(without_outer_blanks(name));
        pairs.push_back(std::move(pair));
    }
    return pairs;
}

PairNames usual_names(const std::string& model) {
    std::string name = model;
    std::ranges::replace(name, '_', ' ');
    return {model, {name}};
}

bool is_named(const PairNames& pair, std::string_view typed) {
    const std::string letters = letters_of(typed);
    return !letters.empty() &&
           (letters == letters_of(pair.model) ||
            std::ranges::any_of(pair.names, [&](const std::string& name) { return letters == letters_of(name); }));
}

}  // namespace milkomeda
