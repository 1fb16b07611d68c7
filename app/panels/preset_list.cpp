#include "app/panels/preset_list.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/cli/option_parts.hpp"
#include "app/ui/text_fit.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr int preset_columns = 3;
constexpr float thumbnail_shape = static_cast<float>(thumbnail_height) / thumbnail_width;

// Explanations in the order of the enumeration Preset.
constexpr std::array explanations{
    "Galaxies as a camera at a large telescope sees them ( p selects the next preset )",
    "Galaxies as the eye sees them at a telescope: bright nuclei with spikes, and little color",
    "Galaxies in the infrared: old and young stars are equally bright, and dust is transparent",
    "Surface density of matter as colors, without light",
    "Surface density of the gas alone, as a map of the 21-cm line of hydrogen shows it",
    "Points colored by their direction of motion, as in the original program of 2008"};

}  // namespace

std::optional<Preset> PresetList::draw(Widgets& widgets, std::optional<Preset> present) {
    if (cards_.empty()) {
        const SceneCard scene = scene_card(SceneOptions{}.source, assets_);
        for (const std::string_view name : names<Preset>) {
            cards_.push_back(scene);
            cards_.back().preset = name;
            cards_.back().picture = thumbnail_name(cards_.back(), options_);
        }
    }
    thumbnails_.advance(cards_, present ? static_cast<std::size_t>(*present) : 0);
    std::optional<Preset> chosen;
    if (!ImGui::BeginTable("presets", preset_columns, ImGuiTableFlags_SizingStretchSame)) return chosen;
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        ImGui::TableNextColumn();
        const auto preset = static_cast<Preset>(i);
        if (picture(widgets, cards_[i], present == preset)) chosen = preset;
    }
    ImGui::EndTable();
    return chosen;
}

// Draws the picture of a preset with its name below. Returns true if the user clicks the picture.
bool PresetList::picture(Widgets& widgets, const SceneCard& card, bool is_present) {
    const auto preset = static_cast<std::size_t>(&card - cards_.data());
    const float width = ImGui::GetContentRegionAvail().x, height = std::round(thumbnail_shape * width);
    const float line = ImGui::GetTextLineHeight();
    const auto [x, y, wide, tall] = widgets.canvas(card.preset.c_str(), height + line, explanations[preset]);
    const bool clicked = ImGui::IsItemHovered() && ImGui::IsItemDeactivated();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rounding = ImGui::GetStyle().FrameRounding;
    const ImVec2 least{x, y}, most{x + wide, y + height};
    if (const PictureTexture* const found = thumbnails_.find(card)) {
        const auto name = static_cast<std::intptr_t>(found->texture.name());
        list.AddImageRounded(reinterpret_cast<ImTextureID>(name), least, most, {0, 0}, {1, 1}, IM_COL32_WHITE,
                             rounding);
    } else {
        list.AddRectFilled(least, most, ImGui::GetColorU32(ImGuiCol_FrameBg), rounding);
    }
    if (is_present || ImGui::IsItemHovered())
        list.AddRect(least, most, ImGui::GetColorU32(is_present ? ImGuiCol_CheckMark : ImGuiCol_TextDisabled), rounding,
                     0, std::max(1.0f, 0.12f * line));
    const std::string title = shortened(capitalized(card.preset), wide);
    list.AddText({x + std::round(0.5f * (wide - width_of(title))), y + height},
                 ImGui::GetColorU32(is_present ? ImGuiCol_CheckMark : ImGuiCol_Text), title.c_str());
    return clicked;
}

}  // namespace milkomeda
