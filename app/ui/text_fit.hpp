// Text in the room that there is. Widths are screen coordinates, of ImGui's current font.
#pragma once

#include <string>

namespace milkomeda {

// A label is "text", or "text###name" where its name is not what people read; after "##" it is not shown.
std::string shown_text(const std::string& label);
std::string own_name(const std::string& label);

float width_of(const std::string& text);

// In ImGui's window, in lines that end between words. (ImGui's own also end within a number, after its
// point.)
void write_wrapped(const std::string& text);

// The text, or as much of its beginning as fits, and "…".
std::string shortened(const std::string& text, float width);

}  // namespace milkomeda
