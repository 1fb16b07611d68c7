// Text of lessons: trimming, and removal of Markdown's marks.
#pragma once

#include <string>
#include <string_view>

namespace milkomeda {

std::string_view trimmed(std::string_view text);  // returns the text without spaces at both ends

// Returns the text without the marks **, * and ` of Markdown, for the window.
std::string without_marks(std::string_view text);

// Returns the text as HTML: special characters are escaped, and the marks **, * and ` become elements.
std::string html_of(std::string_view text);

}  // namespace milkomeda
