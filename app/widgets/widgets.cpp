#include "app/widgets/widgets.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace milkomeda {
namespace {

ImGuiSliderFlags flags(Widgets::Scale scale) {
    return ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput |
           (scale == Widgets::Scale::logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None);
}

// "milky-way" of "Milky Way###milky-way".
const char* own_name(const char* label) {
    const char* const behind = std::strstr(label, "###");
    return behind ? behind + 3 : label;
}

// What is shown of a label.
std::string visible(std::string_view label) {
    return std::string{label.substr(0, label.find("##"))};
}

}  // namespace

void Widgets::begin_panel(const std::string& name) {
    panel_ = name;
    const ImVec2 least = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    places_[name] = {least.x, least.y, size.x, size.y};
}

std::string Widgets::name_of(const char* label) const {
    return panel_ + '/' + own_name(label);
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
    const std::string name = name_of(label);
    places_[name] = {least.x, least.y, size.x, size.y};
    edit_finished_ = ImGui::IsItemDeactivatedAfterEdit();
    if (*tooltip && ImGui::IsItemHovered() && !ImGui::IsItemActive())
        explain(name, tooltip);
    else if (hovered_ == name)
        hovered_.clear();
    const bool reset = ImGui::IsItemClicked(ImGuiMouseButton_Right);
    edit_finished_ = edit_finished_ || reset;
    if (reset && typing_.control == name) typing_ = {};
    if (ImGui::IsItemFocused()) focused_ = name;
    return reset;
}

bool Widgets::slider(const char* label, double& value, double least, double most, double initial,
                     const char* format, Scale scale, const char* tooltip, const Typed& typed) {
    const ShownNumber shown{visible(label), format, false, typed};
    const double before = value;
    const bool is_field = is_text_field(label, value, {least, most}, shown);
    if (!is_field) {
        const std::string whole_format = slider_format(format, value, typed.unit);
        if (ImGui::SliderScalar(label, ImGuiDataType_Double, &value, &least, &most, whole_format.c_str(),
                                flags(scale)))
            value = std::clamp(value, least, most);  // ImGui rounds what it has clamped
    }
    if (finish(label, tooltip)) value = initial;
    if (is_field) edit_finished_ = value != before;
    return value != before;
}

bool Widgets::slider(const char* label, int& value, int least, int most, int initial, const char* format,
                     Scale scale, const char* tooltip, const Typed& typed) {
    const ShownNumber shown{visible(label), format, true, typed};
    const int before = value;
    double number = value;
    const Range range{static_cast<double>(least), static_cast<double>(most)};
    const bool is_field = is_text_field(label, number, range, shown);
    value = static_cast<int>(number);
    if (!is_field) {
        const bool at_word = value == least && !typed.least.empty();
        const std::string word{at_word ? typed.least : format};
        ImGui::SliderInt(label, &value, least, most, word.c_str(), flags(scale));
    }
    if (finish(label, tooltip)) value = initial;
    if (is_field) edit_finished_ = value != before;
    return value != before;
}

bool Widgets::slider(const char* label, float& value, double least, double most, double initial,
                     const char* format, Scale scale, const char* tooltip, const Typed& typed) {
    double wide = value;
    const bool changed = slider(label, wide, least, most, initial, format, scale, tooltip, typed);
    if (changed) value = static_cast<float>(wide);
    return changed;
}

bool Widgets::choice(const char* label, std::size_t& index, std::span<const std::string> names,
                     std::size_t initial, const char* tooltip) {
    const std::size_t before = index;
    const bool open = ImGui::BeginCombo(label, visible(names[index]).c_str(), ImGuiComboFlags_HeightLarge);
    if (open) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (ImGui::Selectable(names[i].c_str(), i == index)) index = i;
            const ImVec2 least = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
            places_[panel_ + '/' + label + '/' + own_name(names[i].c_str())] = {least.x, least.y, size.x,
                                                                                size.y};
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

bool Widgets::menu_entry(const char* label, const char* keys, bool on, const char* tooltip,
                         bool can_be_chosen) {
    const bool chosen = ImGui::MenuItem(label, keys, on, can_be_chosen);
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
