#include "app/ui/theme.hpp"

#include <imgui.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <utility>

#include "app/io/log.hpp"

namespace milkomeda {
namespace {

// Paths of the fonts in Debian and Ubuntu (packages fonts-inter and fonts-dejavu-core) and in other systems.
constexpr std::array inter_files{"/usr/share/fonts/opentype/inter/Inter-Regular.otf",
                                 "/usr/share/fonts/inter/Inter-Regular.otf",
                                 "/usr/share/fonts/inter/Inter-Regular.ttf"};
constexpr std::array title_files{"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
                                 "/usr/share/fonts/inter/Inter-SemiBold.otf",
                                 "/usr/share/fonts/inter/Inter-SemiBold.ttf"};
constexpr std::array dejavu_files{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                  "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
                                  "/usr/share/fonts/TTF/DejaVuSans.ttf"};

// Character ranges: Latin, Greek, superscripts and subscripts, arrows, mathematical signs, symbol of the Sun.
constexpr std::array<ImWchar, 13> letters{0x20,   0xff,   0x370,  0x3ff,  0x2010, 0x2094, 0x2190,
                                          0x2193, 0x2200, 0x2265, 0x2609, 0x2609, 0};
constexpr float title_size = 1.4f;  // line height of titles, relative to text

// Adds the first installed font of `files`. With `merges`, the font only adds characters that the previous font lacks.
// Returns false if no font of `files` is installed.
bool add_font(ImFontAtlas& fonts, std::span<const char* const> files, float pixels, bool merges = false) {
    ImFontConfig config;
    config.MergeMode = merges;
    for (const char* file : files)
        if (std::error_code none; std::filesystem::is_regular_file(file, none))
            if (fonts.AddFontFromFileTTF(file, pixels, &config, letters.data()) != nullptr) return true;
    return false;
}

void add_coarse_font(ImFontAtlas& fonts, float pixels) {
    ImFontConfig own;
    own.SizePixels = pixels;
    fonts.AddFontDefault(&own);
}

}  // namespace

ImGuiStyle themed_style(float scale) {
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.AntiAliasedLinesUseTex = false;  // textured lines are slow in software: 4 samples per pixel
    style.WindowPadding = style.ItemSpacing = {grid_pixels, grid_pixels};
    style.FramePadding = {grid_pixels, 3.5f};  // a frame is 24 pixels high
    style.ItemInnerSpacing = {grid_pixels, 0.5f * grid_pixels};
    style.IndentSpacing = 2 * grid_pixels;
    style.ScrollbarSize = style.GrabMinSize = style.WindowRounding = grid_pixels;
    style.FrameRounding = style.PopupRounding = 0.5f * grid_pixels;
    style.GrabRounding = style.ScrollbarRounding = 0.5f * grid_pixels;
    style.WindowBorderSize = style.PopupBorderSize = 1;
    style.WindowMenuButtonPosition = ImGuiDir_None;

    // An opaque dark blue background, and a warm color for selected items.
    const ImVec4 text{0.93f, 0.94f, 0.97f, 1}, sky{0.055f, 0.065f, 0.095f, 1};
    const ImVec4 field{0.17f, 0.20f, 0.28f, 0.9f}, field_hovered{0.22f, 0.27f, 0.38f, 1},
        field_active{0.26f, 0.33f, 0.47f, 1};
    const ImVec4 warm{0.95f, 0.70f, 0.38f, 1}, warm_dark{0.55f, 0.35f, 0.13f, 1};
    const auto set = [&](const ImVec4& color, std::initializer_list<ImGuiCol> items) {
        for (const ImGuiCol item : items) style.Colors[item] = color;
    };
    set(text, {ImGuiCol_Text});
    set({0.70f, 0.72f, 0.77f, 1}, {ImGuiCol_TextDisabled});
    set({0.24f, 0.36f, 0.58f, 1}, {ImGuiCol_TextSelectedBg});
    set(sky, {ImGuiCol_WindowBg, ImGuiCol_PopupBg, ImGuiCol_MenuBarBg});
    set({0.45f, 0.52f, 0.66f, 0.35f}, {ImGuiCol_Border});
    set({0.085f, 0.105f, 0.16f, 1}, {ImGuiCol_TitleBg, ImGuiCol_TitleBgCollapsed, ImGuiCol_TitleBgActive});
    set({0, 0, 0, 0.25f}, {ImGuiCol_ScrollbarBg});
    set({0, 0, 0, 0.35f}, {ImGuiCol_ModalWindowDimBg});
    set(field, {ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Header});
    set(field_hovered, {ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered});
    set(field_active,
        {ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive, ImGuiCol_HeaderActive, ImGuiCol_SeparatorHovered});
    set(warm, {ImGuiCol_CheckMark, ImGuiCol_NavHighlight, ImGuiCol_PlotLines});
    set(warm_dark,
        {ImGuiCol_SeparatorActive, ImGuiCol_SliderGrabActive, ImGuiCol_PlotHistogram, ImGuiCol_PlotHistogramHovered});
    set({0.35f, 0.41f, 0.54f, 1}, {ImGuiCol_SliderGrab});  // darker than the number on the slider
    style.ScaleAllSizes(scale);
    style.FramePadding.y = 0.5f * (std::round(3 * grid_pixels * scale) - std::round(text_pixels * scale));
    return style;
}

void set_font(ImFontAtlas& fonts, float pixels) {
    fonts.Clear();
    const bool has_inter = add_font(fonts, inter_files, pixels);
    const bool has_any = add_font(fonts, dejavu_files, pixels, has_inter) || has_inter;
    if (!has_any) add_coarse_font(fonts, pixels);
    const float title_pixels = std::round(title_size * pixels);
    if (!add_font(fonts, title_files, title_pixels) && !add_font(fonts, dejavu_files, title_pixels))
        add_coarse_font(fonts, title_pixels);
    static bool said = false;
    if (!has_any && !std::exchange(said, true))
        log_warning("text is coarse: the font Inter is not installed (Debian: apt install fonts-inter)");
}

ImFont* title_font() { return ImGui::GetIO().Fonts->Fonts.back(); }

}  // namespace milkomeda
