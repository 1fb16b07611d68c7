// The appearance of panels: colors that are readable over any picture, sizes on a grid of 8 pixels, and the fonts.
#pragma once

struct ImFont;
struct ImFontAtlas;
struct ImGuiStyle;

namespace milkomeda {

// Returns the style of the panels at interface scale `scale`, based on ImGui's default style.
ImGuiStyle themed_style(float scale);

// Height of a text line in pixels at interface scale 1. The letters of Inter then have a size of 14 pixels.
inline constexpr float text_pixels = 17;

// Lengths of panels and bars are multiples of this length, in pixels at interface scale 1.
inline constexpr float grid_pixels = 8;

// Opacity of bars through which the picture is visible. Text on the bars stays readable over a white picture.
inline constexpr float bar_opacity = 0.72f;

// Replaces the fonts of the atlas by Inter with the line height `pixels`, and by a larger font for titles. Characters
// that Inter lacks come from DejaVu Sans, which also replaces Inter if Inter is not installed. Without both fonts, uses
// ImGui's built-in coarse font and logs a warning once.
void set_font(ImFontAtlas& fonts, float pixels);

// Returns the font for titles over the picture.
ImFont* title_font();

}  // namespace milkomeda
