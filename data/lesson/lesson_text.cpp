#include "data/lesson/lesson_text.hpp"

#include <algorithm>
#include <array>

namespace milkomeda {
namespace {

// A mark of Markdown, and the name of the HTML element that it begins and ends.
struct Mark {
    std::string_view mark, element;
};
constexpr std::array marks{Mark{"**", "strong"}, Mark{"*", "em"}, Mark{"`", "code"}};

// Returns the mark at the beginning of the text, or null. Inside of `code`, only the end of the code is a mark. A star
// before a space, as in "2 * 3", is not a mark.
const Mark* mark_at(std::string_view text, bool in_code) {
    if (text.starts_with("* ")) return nullptr;
    for (const Mark& mark : marks)
        if (text.starts_with(mark.mark) && (!in_code || mark.element == "code")) return &mark;
    return nullptr;
}

std::string escaped(char c) {
    switch (c) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        default:
            return {c};
    }
}

// Returns the text with marks replaced by HTML elements, or with marks removed and without escapes if `is_html` is
// false. A mark without an end is ordinary text.
std::string converted(std::string_view text, bool is_html) {
    std::string result;
    const Mark* open = nullptr;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = text.substr(i);
        const bool in_code = open && open->element == "code";
        const Mark* const mark = open && rest.starts_with(open->mark) ? open : mark_at(rest, in_code);
        const bool ends = mark && mark == open;
        const bool begins = mark && !open && rest.find(mark->mark, mark->mark.size()) != rest.npos;
        if (!ends && !begins) {
            result += is_html ? escaped(text[i]) : std::string{text[i]};
            ++i;
            continue;
        }
        if (is_html) result += (ends ? "</" : "<") + std::string{mark->element} + ">";
        open = ends ? nullptr : mark;
        i += mark->mark.size();
    }
    return result;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view spaces = " \t\r";
    const std::size_t first = text.find_first_not_of(spaces);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

std::string without_marks(std::string_view text) { return converted(text, false); }

std::string html_of(std::string_view text) { return converted(text, true); }

}  // namespace milkomeda
