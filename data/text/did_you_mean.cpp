#include "data/text/did_you_mean.hpp"

#include <algorithm>

#include "data/text/text.hpp"

namespace milkomeda {
namespace {

std::string in_lower_case(std::string_view text) {
    std::string lower{text};
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

// Returns the number of typing errors between two words: the Damerau-Levenshtein distance (optimal string alignment).
std::size_t typing_errors(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> errors(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                errors[i][j] = i + j;
                continue;
            }
            const std::size_t substituted = errors[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            errors[i][j] = std::min({errors[i - 1][j] + 1, errors[i][j - 1] + 1, substituted});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                errors[i][j] = std::min(errors[i][j], errors[i - 2][j - 2] + 1);
        }
    return errors[a.size()][b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known) {
    constexpr std::size_t most_errors = 2, letters_per_error = 3, most_words = 2, longest = 64;
    const std::size_t letters = typed.size() - std::min(typed.size(), typed.find_first_not_of('-'));
    if (typed.size() > longest || std::ranges::find(known, typed) != known.end()) return "";
    std::size_t fewest = std::min(most_errors, letters / letters_per_error);
    std::vector<std::string> close;
    for (const std::string& word : known) {
        const std::size_t errors = typing_errors(in_lower_case(typed), in_lower_case(word));
        if (errors < fewest) close.clear();
        if (errors > fewest || std::ranges::find(close, word) != close.end()) continue;
        fewest = errors;
        close.push_back(word);
    }
    close.resize(std::min(close.size(), most_words));
    return close.empty() ? "" : "; did you mean " + join(close, {}, " or ") + "?";
}

}  // namespace milkomeda
