#include "app/ui/widgets.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "app/ui/keys.hpp"
#include "app/ui/text_fit.hpp"

namespace milkomeda {
namespace {

ImGuiSliderFlags flags(Widgets::Scale scale) {
    return ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput |
           (scale == Widgets::Scale::logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None);
}

// Returns the width of the widest of `values`, formatted as on the slider.
float widest(const ShownNumber& shown, std::initializer_list<double> values) {
    float width = 0;
    for (const double value : values) width = std::max(width, width_of(shown.text(value)));
    return width;
}

// Begins a new line if an item of the width `width` does not fit into the rest of the present line.
void break_line(float width) {
    const float start = ImGui::GetCursorStartPos().x - ImGui::GetScrollX();
    if (ImGui::GetCursorPosX() <= start + 1 || width <= ImGui::GetContentRegionAvail().x) return;
    ImGui::SetCursorPosX(start);  // otherwise NewLine() would count the position behind the line as content
    ImGui::NewLine();
}

// Draws the track of the slider that is drawn next.
void draw_track(float width) {
    const ImVec2 least = ImGui::GetCursorScreenPos();
    const float height = std::round(0.25f * ImGui::GetFrameHeight());
    const float top = least.y + std::round(0.5f * (ImGui::GetFrameHeight() - height));
    ImGui::GetWindowDrawList()->AddRectFilled({least.x, top}, {least.x + width, top + height},
                                              ImGui::GetColorU32(ImGuiCol_FrameBg), 0.5f * height);
}

// check_width() and padding_width() return the width of a checkbox and of a button without their text.
float check_width() { return ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x; }
float padding_width() { return 2 * ImGui::GetStyle().FramePadding.x; }

}  // namespace

void Widgets::begin_frame() {
    places_.clear();
    cut_off_.clear();
}

void Widgets::begin_panel(const std::string& name) {
    panel_ = name;
    const ImVec2 least = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const float title = ImGui::GetCurrentWindow()->TitleBarHeight();
    places_[name] = {least.x, least.y + title, size.x, size.y - title};
    if (!ImGui::GetCurrentWindow()->HasCloseButton) return;
    const float edge = ImGui::GetFontSize();
    places_[name + "/close"] = {least.x + size.x - ImGui::GetStyle().FramePadding.x - edge, least.y, edge, title};
}

void Widgets::end_panel() {
    if (ImGui::GetScrollMaxX() > 0.5f) cut_off_.push_back(panel_);
}

std::string Widgets::name_of(const std::string& label) const { return panel_ + '/' + own_name(label); }

void Widgets::note_place(const std::string& name) {
    const ImVec2 least = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    places_[name] = {least.x, least.y, size.x, size.y};
}

std::string Widgets::placed(const char* label, float value_width) {
    const std::string text = shown_text(label), id = "###" + own_name(label);
    const float all = ImGui::GetContentRegionAvail().x, least = value_width + padding_width();
    const float width = std::min(all, std::max(least, ImGui::CalcItemWidth()));
    if (all < least) cut_off_.push_back(name_of(label));
    if (!text.empty() && width_of(text) + ImGui::GetStyle().ItemInnerSpacing.x + width <= all) {
        const float left = ImGui::GetCursorPosX();
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(text.c_str());
        ImGui::SameLine();
        ImGui::SetCursorPosX(left + all - width);
    } else if (!text.empty()) {
        ImGui::TextWrapped("%s", text.c_str());
    }
    ImGui::SetNextItemWidth(width);
    return id;
}

std::string Widgets::place_slider(const char* label, float value_width) {
    constexpr float value_share = 0.5f;  // usual share of the width for the value, so that all sliders are equally wide
    const float least_width = 3 * ImGui::GetTextLineHeight(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const std::string text = shown_text(label);
    if (!text.empty()) {
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, 0});
        ImGui::TextWrapped("%s", text.c_str());
        ImGui::PopStyleVar();
    }
    const float all = ImGui::GetContentRegionAvail().x;
    if (value_width + gap + least_width > all) cut_off_.push_back(name_of(label));
    ImGui::SetNextItemWidth(std::max(least_width, all - gap - std::max(value_width, value_share * all)));
    return "###" + own_name(label);
}

std::string Widgets::fitted(const char* label, float frame_width, std::string& tooltip) {
    const std::string text = shown_text(label);
    break_line(width_of(text) + frame_width);
    const std::string shown = shortened(text, ImGui::GetContentRegionAvail().x - frame_width);
    if (shown != text) tooltip = tooltip.empty() ? text : text + ": " + tooltip;
    return shown + "###" + own_name(label);
}

// Shows a tooltip after the mouse has rested on the control; an immediate tooltip would hide the controls below.
void Widgets::explain(const std::string& name, const std::string& tooltip) {
    constexpr double rest_seconds = 0.5;
    if (hovered_ != name) {
        hovered_ = name;
        hovered_since_ = ImGui::GetTime();
    }
    if (ImGui::GetTime() - hovered_since_ < rest_seconds) return;
    const float line = ImGui::GetTextLineHeight();
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(std::min(30 * line, ImGui::GetIO().DisplaySize.x - 2 * line));
    ImGui::TextUnformatted(tooltip.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

bool Widgets::finish(const std::string& label, const std::string& tooltip) {
    const std::string name = name_of(label);
    note_place(name);
    edit_finished_ = ImGui::IsItemDeactivatedAfterEdit();
    if (ImGui::IsItemActive()) {
        // A press hides the tooltip until the pointer leaves the control, because the tooltip could cover the result.
        hovered_ = name;
        hovered_since_ = std::numeric_limits<double>::infinity();
    } else if (!tooltip.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        explain(name, tooltip);
    } else if (hovered_ == name) {
        hovered_.clear();
    }
    const bool reset = ImGui::IsItemClicked(ImGuiMouseButton_Right);
    edit_finished_ = edit_finished_ || reset;
    if (reset && typing_.control == name) typing_ = {};
    if (ImGui::IsItemFocused()) focused_ = name;
    return reset;
}

template <typename Number>
bool Widgets::slider(const char* label, Number& value, const SliderSpec<std::type_identity_t<Number>>& spec,
                     const char* tooltip) {
    const ShownNumber shown{shown_text(label), spec.format, std::is_integral_v<Number>, spec.typed};
    const Range range{static_cast<double>(spec.least), static_cast<double>(spec.most)};
    const Number before = value;
    double number = static_cast<double>(value);
    const std::string id = place_slider(label, widest(shown, {number, range.least, range.most}));
    const bool is_field = is_text_field(id, number, range, shown);
    value = static_cast<Number>(number);
    if (!is_field) {
        const ImGuiDataType type = shown.is_whole ? ImGuiDataType_S32 : ImGuiDataType_Double;
        // ImGui gets the format only to round the value. The text that ImGui draws is transparent, because the number
        // appears beside the slider.
        draw_track(ImGui::CalcItemWidth());
        for (const ImGuiCol color : {ImGuiCol_Text, ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive})
            ImGui::PushStyleColor(color, {0, 0, 0, 0});
        ImGui::PushStyleVar(ImGuiStyleVar_GrabRounding, ImGui::GetFrameHeight());
        ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, ImGui::GetFrameHeight() - 4);  // the grab is a disk
        if (ImGui::SliderScalar(id.c_str(), type, &value, &spec.least, &spec.most, spec.format, flags(spec.scale)))
            value = std::clamp(value, spec.least, spec.most);  // ImGui rounds after clamping, which may leave the range
        ImGui::PopStyleVar(2);
        ImGui::PopStyleColor(4);
    }
    if (finish(label, tooltip)) value = spec.initial;
    const bool edit_finished = is_field ? value != before : edit_finished_;
    if (!is_field) {
        const bool at_word = shown.is_whole && value == spec.least && !shown.typed.least.empty();
        const auto now = static_cast<double>(value);
        ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted((at_word ? std::string{shown.typed.least} : shown.text(now)).c_str());
        note_place(name_of(label) + "/value");
        if (ImGui::IsItemClicked()) begin_typing(id, now, shown, frames_for_focus);
    }
    edit_finished_ = edit_finished;
    return value != before;
}

template bool Widgets::slider(const char*, double&, const SliderSpec<double>&, const char*);
template bool Widgets::slider(const char*, int&, const SliderSpec<int>&, const char*);

bool Widgets::slider(const char* label, float& value, const SliderSpec<double>& spec, const char* tooltip) {
    double number = value;
    const bool changed = slider(label, number, spec, tooltip);
    if (changed) value = static_cast<float>(number);
    return changed;
}

bool Widgets::choice(const char* label, std::size_t& index, std::span<const std::string> names, std::size_t initial,
                     const char* tooltip, std::span<const std::string> why_not) {
    const std::size_t before = index;
    const float arrow = ImGui::GetFrameHeight();
    float widest_name = 0;
    for (const std::string& name : names) widest_name = std::max(widest_name, width_of(shown_text(name)));
    const float most_width = ImGui::GetContentRegionAvail().x - padding_width() - arrow;
    const std::string shown = placed(label, std::min(widest_name, most_width) + arrow);
    const std::string chosen = shown_text(names[index]);
    if (ImGui::BeginCombo(shown.c_str(), shortened(chosen, most_width).c_str(), ImGuiComboFlags_HeightLarge)) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            const bool can_be = i >= why_not.size() || why_not[i].empty();
            if (ImGui::Selectable(names[i].c_str(), i == index,
                                  can_be ? ImGuiSelectableFlags_None : ImGuiSelectableFlags_Disabled))
                index = i;
            note_place(name_of(label) + '/' + own_name(names[i]));
            if (i == before) ImGui::SetItemDefaultFocus();
            if (can_be && ImGui::IsItemFocused() && key_pressed(ImGuiKey_Enter)) {
                index = i;
                ImGui::CloseCurrentPopup();
            }
            if (!can_be) ImGui::TextDisabled("   %s", why_not[i].c_str());
        }
        ImGui::EndCombo();
    }
    if (finish(label, width_of(chosen) <= most_width ? tooltip : chosen + ": " + tooltip)) index = initial;
    return index != before;
}

bool Widgets::checkbox(const char* label, bool& value, bool initial, const char* tooltip) {
    std::string explanation = tooltip;
    const std::string shown = fitted(label, check_width(), explanation);
    const bool before = value;
    ImGui::Checkbox(shown.c_str(), &value);
    if (finish(label, explanation)) value = initial;
    return value != before;
}

bool Widgets::color(const char* label, glm::vec3& value, const glm::vec3& initial, const char* tooltip) {
    const std::string shown = placed(label, 3 * (width_of("255") + padding_width()) + ImGui::GetFrameHeight());
    const glm::vec3 before = value;
    ImGui::ColorEdit3(shown.c_str(), &value.x, ImGuiColorEditFlags_NoOptions);
    value = glm::clamp(value, 0.0f, 1.0f);
    if (finish(label, tooltip)) value = initial;
    return value != before;
}

bool Widgets::button(const char* label, const char* tooltip) {
    std::string explanation = tooltip;
    const std::string shown = fitted(label, padding_width(), explanation);
    const bool pressed = ImGui::Button(shown.c_str());
    finish(label, explanation);
    return pressed;
}

bool Widgets::option(const char* label, const char* text, float share, bool chosen, const char* tooltip) {
    const ImVec2 least = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
    ImGui::GetWindowDrawList()->AddRectFilled(least, {least.x + share * width, least.y + height},
                                              ImGui::GetColorU32(chosen ? ImGuiCol_PlotHistogram : ImGuiCol_FrameBg));
    const bool clicked = ImGui::Selectable(label, chosen);
    finish(label, tooltip);
    if (width_of(shown_text(label)) + height + width_of(text) > width) cut_off_.push_back(name_of(label));
    ImGui::SameLine(ImGui::GetCursorStartPos().x + width - width_of(text));
    ImGui::TextUnformatted(text);
    return clicked;
}

void Widgets::heading(const char* text) {
    ImGui::Dummy({0, 0});  // keeps a distance from the controls above
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_CheckMark));
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
}

bool Widgets::flat_button(const char* name, const char* text, std::array<float, 2> size, bool on, const char* tooltip) {
    ImGui::PushStyleColor(ImGuiCol_Button, on ? ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive) : ImVec4{0, 0, 0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
    const std::string shown = std::string{text} + "###" + name;
    const bool pressed = ImGui::Button(shown.c_str(), {size[0], size[1]});
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    finish(name, tooltip);
    if (width_of(text) > size[0]) cut_off_.push_back(panel_ + '/' + name);
    return pressed;
}

bool Widgets::icon_button(const char* name, Icon icon, float edge, bool on, const char* tooltip) {
    constexpr float icon_share = 0.56f;  // share of the button's edge
    const bool pressed = flat_button(name, "", {edge, edge}, on, tooltip);
    const ImVec2 least = ImGui::GetItemRectMin(), most = ImGui::GetItemRectMax();
    draw_icon(*ImGui::GetWindowDrawList(), icon, {0.5f * (least.x + most.x), 0.5f * (least.y + most.y)},
              icon_share * edge, ImGui::GetColorU32(on ? ImGuiCol_CheckMark : ImGuiCol_Text));
    return pressed;
}

bool Widgets::section(const char* label, const char* tooltip) {
    const bool open = ImGui::CollapsingHeader(label);
    finish(label, tooltip);
    return open;
}

bool Widgets::begin_menu(const char* label, bool can_be_opened) {
    const ImVec2 least = ImGui::GetCursorScreenPos();
    places_[panel_ + '/' + label] = {least.x, least.y, ImGui::CalcTextSize(label).x, ImGui::GetFrameHeight()};
    // Limits the height of the menu to the window, so that a long menu scrolls. A longer menu would cover the menu
    // bar, so that the click that opens the menu would also choose an entry.
    const float most_height = ImGui::GetIO().DisplaySize.y - ImGui::GetFrameHeight();
    ImGui::SetNextWindowSizeConstraints({0, 0}, {std::numeric_limits<float>::max(), most_height});
    return ImGui::BeginMenu(label, can_be_opened);
}

bool Widgets::fold(const char* label, bool open) {
    const bool clicked = ImGui::Selectable(label, open, ImGuiSelectableFlags_DontClosePopups);
    finish(label, "");
    return clicked;
}

bool Widgets::menu_entry(const char* label, const char* keys, bool on, const char* tooltip, bool can_be_chosen) {
    const bool chosen = ImGui::MenuItem(label, keys, on, can_be_chosen);
    finish(label, tooltip);
    return chosen;
}

std::array<float, 4> Widgets::canvas(const char* label, float height, const char* tooltip, float needed_width) {
    const ImVec2 least = ImGui::GetCursorScreenPos();
    const float width = std::max(1.0f, ImGui::GetContentRegionAvail().x);  // ImGui requires a positive width
    ImGui::InvisibleButton(label, {width, height});
    finish(label, tooltip);
    if (needed_width > width) cut_off_.push_back(panel_ + '/' + label);
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
    constexpr float least_letters = 8;
    const std::string shown = placed(label, least_letters * ImGui::GetTextLineHeight());
    const bool entered =
        ImGui::InputText(shown.c_str(), letters.data(), letters.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    value = letters.data();
    finish(label, tooltip);
    return entered;
}

}  // namespace milkomeda
