// Fits text into a width. Widths are in screen coordinates, for the current ImGui font.
#pragma once

#include <string>

namespace milkomeda {

// A label is "text" or "text###name". shown_text() returns "text". own_name() returns the identifier: "name", or "text"
// if the label has no "###".
std::string shown_text(const std::string& label);
std::string own_name(const std::string& label);

float width_of(const std::string& text);

// Writes text into the current ImGui window, with line breaks only between words. (ImGui itself also breaks
// numbers after the decimal point.)
void write_wrapped(const std::string& text);

// Writes a warning in orange; does nothing if the text is empty.
void write_warning(const std::string& text);

// Returns the text, or its longest beginning that fits into `width` together with "…".
std::string shortened(const std::string& text, float width);

}  // namespace milkomeda
