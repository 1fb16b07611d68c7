// Splitting, joining and quoting of texts.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

// Splits the text at each separator. Returns one part more than `text` has separators; parts may be empty.
std::vector<std::string> split(std::string_view text, char separator);

// Joins the elements of a range to a text such as "point, color-sprite, stars". `text_of` is a function or a
// member that converts an element to text.
template <typename Range, typename TextOf = std::identity>
std::string join(const Range& range, TextOf text_of = {}, std::string_view separator = ", ") {
    std::string joined;
    for (const auto& element : range) {
        if (&element != &*std::begin(range)) joined += separator;
        joined += std::invoke(text_of, element);
    }
    return joined;
}

// Returns the text with an upper-case first letter, as a label in sentence case.
std::string capitalized(std::string_view text);

// Quotes user input for a message: at most 24 bytes, with "?" instead of non-ASCII and control characters.
std::string quoted(std::string_view token);

}  // namespace milkomeda
