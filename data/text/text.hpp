// Texts of parts.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

// The parts between separators; one part, which may be empty, more than there are separators.
std::vector<std::string> split(std::string_view text, char separator);

// "point, color-sprite, stars": each element, or what `text_of` (a function or a member) makes of it.
template <typename Range, typename TextOf = std::identity>
std::string join(const Range& range, TextOf text_of = {}, std::string_view separator = ", ") {
    std::string joined;
    for (const auto& element : range) {
        if (&element != &*std::begin(range)) joined += separator;
        joined += std::invoke(text_of, element);
    }
    return joined;
}

// A person's own words in quotes, short and printable, for a message.
std::string quoted(std::string_view token);

}  // namespace milkomeda
