// The appearance of panels: colors that are readable over any picture, and the font.
#pragma once

struct ImFontAtlas;
struct ImGuiStyle;

namespace milkomeda {

// Returns the style of the panels at interface scale `scale`, based on ImGui's default style.
ImGuiStyle themed_style(float scale);

// Height of a text line in pixels at interface scale 1.
inline constexpr float text_pixels = 14;

// Replaces the fonts of the atlas by DejaVu Sans with the height `pixels`. If DejaVu Sans is not installed, uses
// ImGui's built-in coarse font and logs a warning once.
void set_font(ImFontAtlas& fonts, float pixels);

}  // namespace milkomeda
