// The style of panels: colors that are readable over any picture, and the font.
#pragma once

struct ImFontAtlas;
struct ImGuiStyle;

namespace milkomeda {

// Style for a screen of this scale. It starts from ImGui's defaults, so that an earlier scale has no effect.
ImGuiStyle themed_style(float scale);

// Height of a line of text at scale 1, in pixels.
inline constexpr float text_pixels = 14;

// Replaces the fonts of the atlas by one font of this height. If DejaVu Sans is not installed, it is ImGui's
// own coarse font, and a warning is logged once.
void set_font(ImFontAtlas& fonts, float pixels);

}  // namespace milkomeda
