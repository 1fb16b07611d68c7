// How panels look: colours that can be read over any picture, and the font.
#pragma once

struct ImFontAtlas;
struct ImGuiStyle;

namespace milkomeda {

// The style for a screen of this scale. It starts from ImGui's defaults, so that no earlier scale is left in
// it.
ImGuiStyle themed_style(float scale);

// Pixels of a line of text at scale 1.
inline constexpr float text_pixels = 14;

// Replaces the atlas's fonts by one of this height. Where DejaVu Sans is not installed it is ImGui's own,
// which is coarse; the log says so once.
void set_font(ImFontAtlas& fonts, float pixels);

}  // namespace milkomeda
