#include "app/widgets/widgets.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace milkomeda {
namespace {

ImGuiSliderFlags flags(Widgets::Scale scale) {
    return ImGuiSliderFlags_AlwaysClamp |
           (scale == Widgets::Scale::logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None);
}

}  // namespace

std::string with_unit(const char* format, double physical, const char* unit) {
    char text[64];
    std::snprintf(text, sizeof text, "%s (%.3g %s)", format, physical, unit);
    return text;
}

void Widgets::begin_panel(const std::string& name) {
    panel_ = name;
    const ImVec2 least = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    places_[name] = {least.x, least.y, size.x, size.y};
}

// Explains only where the mouse rests: a tooltip shown at once would hide the controls below.
void Widgets::explain(const std::string& name, const char* tooltip) {
    constexpr double rest_seconds = 0.5;
    if (hovered_ != name) {
        hovered_ = name;
        hovered_since_ = ImGui::GetTime();
    }
    if (ImGui::GetTime() - hovered_since_ < rest_seconds) return;
    const float line = ImGui::GetTextLineHeight();
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(std::min(30 * line, ImGui::GetIO().DisplaySize.x - 2 * line));
    ImGui::TextUnformatted(tooltip);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

bool Widgets::finish(const char* label, const char* tooltip) {
    if (ImGui::IsWindowCollapsed()) return false;  // there is no control, only the panel's title
    const ImVec2 least = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    const char* const own_name = std::strstr(label, "###");  // behind what is shown
    const std::string name = panel_ + '/' + (own_name ? own_name + 3 : label);
    places_[name] = {least.x, least.y, size.x, size.y};
    edit_finished_ = ImGui::IsItemDeactivatedAfterEdit();
    if (*tooltip && ImGui::IsItemHovered() && !ImGui::IsItemActive())
        explain(name, tooltip);
    else if (hovered_ == name)
        hovered_.clear();
    const bool reset = ImGui::IsItemClicked(ImGuiMouseButton_Right);
    edit_finished_ = edit_finished_ || reset;
    return reset;
}

bool Widgets::slider(const char* label, double& value, double least, double most, double initial,
                     const char* format, Scale scale, const char* tooltip) {
    const double before = value;
    bool changed =
        ImGui::SliderScalar(label, ImGuiDataType_Double, &value, &least, &most, format, flags(scale));
    if (std::isnan(value)) value = before;                // some versions of ImGui let it be typed
    if (changed) value = std::clamp(value, least, most);  // and all round what they have clamped
    if (finish(label, tooltip)) {
        changed = value != initial;
        value = initial;
    }
    return changed;
}

bool Widgets::slider(const char* label, int& value, int least, int most, int initial, const char* format,
                     Scale scale, const char* tooltip) {
    bool changed = ImGui::SliderInt(label, &value, least, most, format, flags(scale));
    if (finish(label, tooltip)) {
        changed = value != initial;
        value = initial;
    }
    return changed;
}

bool Widgets::slider(const char* label, float& value, double least, double most, double initial,
                     const char* format, Scale scale, const char* tooltip) {
    double wide = value;
    const bool changed = slider(label, wide, least, most, initial, format, scale, tooltip);
    if (changed) value = static_cast<float>(wide);
    return changed;
}

bool Widgets::choice(const char* label, std::size_t& index, std::span<const std::string> names,
                     std::size_t initial, const char* tooltip, std::span<const std::string> why_not) {
    const std::size_t before = index;
    const bool open = ImGui::BeginCombo(label, names[index].c_str(), ImGuiComboFlags_HeightLarge);
    if (open) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            const bool can_be = i >= why_not.size() || why_not[i].empty();
            if (ImGui::Selectable(names[i].c_str(), i == index,
                                  can_be ? ImGuiSelectableFlags_None : ImGuiSelectableFlags_Disabled))
                index = i;
            const ImVec2 least = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
            places_[panel_ + '/' + label + '/' + names[i]] = {least.x, least.y, size.x, size.y};
            if (!can_be) ImGui::TextDisabled("   %s", why_not[i].c_str());
        }
        ImGui::EndCombo();
    }
    if (finish(label, tooltip)) index = initial;  // the list is closed: this is about the choice itself
    return index != before;
}

bool Widgets::checkbox(const char* label, bool& value, bool initial, const char* tooltip) {
    bool changed = ImGui::Checkbox(label, &value);
    if (finish(label, tooltip)) {
        changed = value != initial;
        value = initial;
    }
    return changed;
}

bool Widgets::color(const char* label, glm::vec3& value, const glm::vec3& initial, const char* tooltip) {
    bool changed = ImGui::ColorEdit3(label, &value.x, ImGuiColorEditFlags_NoOptions);
    value = glm::clamp(value, 0.0f, 1.0f);
    if (finish(label, tooltip)) {
        changed = value != initial;
        value = initial;
    }
    return changed;
}

bool Widgets::button(const char* label, const char* tooltip) {
    const bool pressed = ImGui::Button(label);
    finish(label, tooltip);
    return pressed;
}

bool Widgets::option(const char* label, const char* text, float share, bool chosen, const char* tooltip) {
    const ImVec2 least = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
    ImGui::GetWindowDrawList()->AddRectFilled(
        least, {least.x + share * width, least.y + height},
        ImGui::GetColorU32(chosen ? ImGuiCol_PlotHistogram : ImGuiCol_FrameBg));
    const bool clicked = ImGui::Selectable(label, chosen);
    finish(label, tooltip);
    ImGui::SameLine(width - ImGui::CalcTextSize(text).x);
    ImGui::TextUnformatted(text);
    return clicked;
}

bool Widgets::section(const char* label, const char* tooltip) {
    const bool open = ImGui::CollapsingHeader(label);
    finish(label, tooltip);
    return open;
}

bool Widgets::begin_menu(const char* label) {
    const ImVec2 least = ImGui::GetCursorScreenPos();
    places_[panel_ + '/' + label] = {least.x, least.y, ImGui::CalcTextSize(label).x, ImGui::GetFrameHeight()};
    return ImGui::BeginMenu(label);
}

bool Widgets::menu_entry(const char* label, const char* keys, bool on, const char* tooltip) {
    const bool chosen = ImGui::MenuItem(label, keys, on);
    finish(label, tooltip);
    return chosen;
}

std::array<float, 4> Widgets::canvas(const char* label, float height, const char* tooltip) {
    const ImVec2 least = ImGui::GetCursorScreenPos();
    const float width = std::max(1.0f, ImGui::GetContentRegionAvail().x);  // 0 is not for ImGui
    ImGui::InvisibleButton(label, {width, height});
    finish(label, tooltip);
    return {least.x, least.y, width, height};
}

void Widgets::line(const char* label, const char* text, const char* tooltip) {
    ImGui::TextUnformatted(text);
    finish(label, tooltip);
}

bool Widgets::text(const char* label, std::string& value, const char* tooltip) {
    constexpr std::size_t longest = 1024;
    std::vector<char> letters(longest);
    std::copy_n(value.data(), std::min(value.size(), longest - 1), letters.data());
    const bool entered =
        ImGui::InputText(label, letters.data(), letters.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    value = letters.data();
    finish(label, tooltip);
    return entered;
}

}  // namespace milkomeda
