#include "app/ui/theme.hpp"

#include <imgui.h>

#include <array>
#include <filesystem>
#include <initializer_list>
#include <utility>

#include "app/io/log.hpp"

namespace milkomeda {
namespace {

// Paths of the font in Debian and Ubuntu (package fonts-dejavu-core) and in other systems.
constexpr std::array font_files{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
                                "/usr/share/fonts/TTF/DejaVuSans.ttf"};

// Character ranges: Latin, Greek, superscripts and subscripts, arrows, mathematical signs, symbol of the Sun.
constexpr std::array<ImWchar, 13> letters{0x20,   0xff,   0x370,  0x3ff,  0x2010, 0x2094, 0x2190,
                                          0x2193, 0x2200, 0x2265, 0x2609, 0x2609, 0};

}  // namespace

ImGuiStyle themed_style(float scale) {
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowRounding = 5;
    style.AntiAliasedLinesUseTex = false;  // textured lines need four samples per pixel in software
    style.FrameRounding = 3;
    style.GrabRounding = 3;
    style.PopupRounding = 3;
    style.ItemSpacing.y = 3;
    style.ScrollbarSize = 12;
    style.WindowBorderSize = 1;

    // An opaque dark blue background, and a warm color for selected items.
    const ImVec4 text{0.93f, 0.94f, 0.97f, 1}, sky{0.055f, 0.065f, 0.095f, 1};
    const ImVec4 field{0.17f, 0.20f, 0.28f, 0.9f}, field_hovered{0.22f, 0.27f, 0.38f, 1},
        field_active{0.26f, 0.33f, 0.47f, 1};
    const ImVec4 warm{0.95f, 0.70f, 0.38f, 1}, warm_dark{0.55f, 0.35f, 0.13f, 1};
    for (const auto& [which, color] :
         std::initializer_list<std::pair<ImGuiCol, ImVec4>>{{ImGuiCol_Text, text},
                                                            {ImGuiCol_TextDisabled, {0.70f, 0.72f, 0.77f, 1}},
                                                            {ImGuiCol_WindowBg, sky},
                                                            {ImGuiCol_PopupBg, sky},
                                                            {ImGuiCol_Border, {0.45f, 0.52f, 0.66f, 0.35f}},
                                                            {ImGuiCol_FrameBg, field},
                                                            {ImGuiCol_FrameBgHovered, field_hovered},
                                                            {ImGuiCol_FrameBgActive, field_active},
                                                            {ImGuiCol_MenuBarBg, sky},
                                                            {ImGuiCol_TitleBg, {0.085f, 0.105f, 0.16f, 1}},
                                                            {ImGuiCol_TitleBgActive, {0.13f, 0.17f, 0.26f, 1}},
                                                            {ImGuiCol_TitleBgCollapsed, {0.085f, 0.105f, 0.16f, 1}},
                                                            {ImGuiCol_ScrollbarBg, {0, 0, 0, 0.25f}},
                                                            {ImGuiCol_CheckMark, warm},
                                                            {ImGuiCol_NavHighlight, warm},
                                                            {ImGuiCol_SeparatorHovered, field_active},
                                                            {ImGuiCol_SeparatorActive, warm_dark},
                                                            // darker than the number, which is drawn over it
                                                            {ImGuiCol_SliderGrab, {0.35f, 0.41f, 0.54f, 1}},
                                                            {ImGuiCol_SliderGrabActive, warm_dark},
                                                            {ImGuiCol_Button, field},
                                                            {ImGuiCol_ButtonHovered, field_hovered},
                                                            {ImGuiCol_ButtonActive, field_active},
                                                            {ImGuiCol_Header, field},
                                                            {ImGuiCol_HeaderHovered, field_hovered},
                                                            {ImGuiCol_HeaderActive, field_active},
                                                            {ImGuiCol_PlotLines, warm},
                                                            {ImGuiCol_PlotHistogram, warm_dark},
                                                            {ImGuiCol_PlotHistogramHovered, warm_dark},
                                                            {ImGuiCol_ModalWindowDimBg, {0, 0, 0, 0.35f}},
                                                            {ImGuiCol_TextSelectedBg, {0.24f, 0.36f, 0.58f, 1}}})
        style.Colors[which] = color;
    style.ScaleAllSizes(scale);
    return style;
}

void set_font(ImFontAtlas& fonts, float pixels) {
    fonts.Clear();
    for (const char* file : font_files)
        if (std::error_code none; std::filesystem::is_regular_file(file, none))
            if (fonts.AddFontFromFileTTF(file, pixels, nullptr, letters.data()) != nullptr) return;
    ImFontConfig own;
    own.SizePixels = pixels;
    fonts.AddFontDefault(&own);
    static bool said = false;
    if (!std::exchange(said, true))
        log_warning("text is coarse: DejaVu Sans is not installed (Debian: apt install fonts-dejavu-core)");
}

}  // namespace milkomeda
