// Text on panels must be readable over any picture.
#include <doctest/doctest.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/theme.hpp"

using namespace milkomeda;

namespace {

struct RgbColor {
    double r, g, b;
};

RgbColor over(const ImVec4& top, const RgbColor& below) {
    const auto mix = [&](double a, double b) { return top.w * a + (1 - top.w) * b; };
    return {mix(top.x, below.r), mix(top.y, below.g), mix(top.z, below.b)};
}

// Returns the relative luminance of a color as defined by WCAG 2.1.
double luminance(const RgbColor& color) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

double contrast(const RgbColor& a, const RgbColor& b) {
    const double one = luminance(a), other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

constexpr RgbColor white{1, 1, 1};
constexpr double readable = 4.5;  // This is the minimum contrast ratio of WCAG 2.1, section 1.4.3 (AA).

}  // namespace

TEST_CASE("text has sufficient contrast with every color of panels and controls over a white picture") {
    const ImGuiStyle style = themed_style(1);
    const auto color = [&](ImGuiCol which) { return style.Colors[which]; };
    for (const ImGuiCol window : {ImGuiCol_WindowBg, ImGuiCol_PopupBg}) {
        CHECK(color(window).w == 1);  // Windows are opaque, so the picture is not visible behind the text.
        const RgbColor panel = over(color(window), white);
        for (const ImGuiCol text : {ImGuiCol_Text, ImGuiCol_TextDisabled}) {
            CAPTURE(ImGui::GetStyleColorName(text));
            CHECK(contrast(over(color(text), panel), panel) >= readable);
        }
        for (const ImGuiCol field : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_Button,
                                     ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive, ImGuiCol_Header,
                                     ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive, ImGuiCol_SliderGrab,
                                     ImGuiCol_SliderGrabActive, ImGuiCol_PlotHistogram, ImGuiCol_TextSelectedBg}) {
            CAPTURE(ImGui::GetStyleColorName(field));
            const RgbColor behind = over(color(field), panel);
            CHECK(contrast(over(color(ImGuiCol_Text), behind), behind) >= readable);
        }
    }
    for (const ImGuiCol title : {ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed}) {
        CAPTURE(ImGui::GetStyleColorName(title));
        const RgbColor behind = over(color(title), white);
        CHECK(contrast(over(color(ImGuiCol_Text), behind), behind) >= readable);
    }
}

TEST_CASE("the sizes of the theme are proportional to the scale and do not depend on earlier scales") {
    const ImGuiStyle one = themed_style(1);
    for (const float scale : {1.0f, 1.25f, 1.5f, 1.75f, 2.0f}) {
        const ImGuiStyle style = themed_style(scale);
        // Sizes are rounded down to whole pixels.
        CHECK(style.FramePadding.x == std::floor(one.FramePadding.x * scale));
        CHECK(style.ScrollbarSize == std::floor(one.ScrollbarSize * scale));
        // A control is three units of the grid high.
        CHECK(2 * style.FramePadding.y + std::round(text_pixels * scale) == std::round(3 * grid_pixels * scale));
    }
    CHECK(themed_style(1).WindowPadding.x == one.WindowPadding.x);
}

TEST_CASE("the font has the requested height and contains the characters of all texts") {
    ImFontAtlas fonts;
    for (const float pixels : {14.0f, 18.0f, 28.0f, 14.0f}) {
        set_font(fonts, pixels);
        REQUIRE(fonts.Build());
        REQUIRE(fonts.Fonts.Size == 2);
        CHECK(fonts.Fonts[0]->FontSize == pixels);
        CHECK(fonts.Fonts[1]->FontSize > pixels);
        for (const ImWchar letter : {u'a', u'é', u'π', u'²', u'…', u'→', u'≥', u'☉'})
            CHECK(fonts.Fonts[0]->FindGlyphNoFallback(letter) != nullptr);
    }
}
