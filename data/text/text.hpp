// Splitting, joining and quoting of texts.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

// Splits the text at each separator. The result has one more part than `text` has separators; parts may be
// empty.
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

// Puts user input in quotes for a message, shortened to 24 bytes and with non-ASCII and control characters
// replaced by "?".
std::string quoted(std::string_view token);

}  // namespace milkomeda
