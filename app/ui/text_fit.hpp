// Fits text into the available width. Widths are in screen coordinates, in ImGui's current font.
#pragma once

#include <string>

namespace milkomeda {

// A label is "text", or "text###name" if its identifier differs from the shown text; the part after "##" is
// not shown.
std::string shown_text(const std::string& label);
std::string own_name(const std::string& label);

float width_of(const std::string& text);

// Writes text into ImGui's window, in lines that break between words. (ImGui's own function also breaks
// within a number, after the decimal point.)
void write_wrapped(const std::string& text);

// Returns the text, or the longest beginning that fits, followed by "…".
std::string shortened(const std::string& text, float width);

}  // namespace milkomeda
