// Replaces a slider by a text field while the user types a number.
#include <imgui.h>

#include <algorithm>

#include "app/ui/keys.hpp"
#include "app/ui/text_fit.hpp"
#include "app/ui/widgets.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

bool Widgets::typing_asked(const std::string& label) const {
    const ImVec2 least = ImGui::GetCursorScreenPos();
    const ImVec2 most{least.x + ImGui::CalcItemWidth(), least.y + ImGui::GetFrameHeight()};
    return typing_.control != name_of(label) && ImGui::GetIO().KeyCtrl &&
           ImGui::IsMouseClicked(ImGuiMouseButton_Left) && ImGui::IsWindowHovered() &&
           ImGui::IsMouseHoveringRect(least, most);
}

void Widgets::begin_typing(const std::string& label, double number, const ShownNumber& shown, int focus_frames) {
    if (!typing_.control.empty()) left_ = std::move(typing_);
    const bool is_word = shown.is_whole && !shown.typed.least.empty() && number == 0;
    typing_ = {.control = name_of(label),
               .at_first = is_word ? std::string{shown.typed.least} : short_number(number),
               .focus_frames = focus_frames};
    std::ranges::copy(typing_.at_first, typing_.text.begin());
}

double Widgets::apply_typing(const Typing& typing, double now, const Range& range, const ShownNumber& shown) {
    const std::string text = typing.text.data();
    if (text == typing.at_first) return now;
    TypedNumber taken = typed_number(text, now, range, shown);
    if (!taken.note.empty()) note_ = std::move(taken.note);
    return taken.value;
}

bool Widgets::is_text_field(const std::string& label, double& value, const Range& range, const ShownNumber& shown) {
    const std::string name = name_of(label);
    if (typing_asked(label)) begin_typing(label, value, shown, 0);
    if (left_.control == name) value = apply_typing(std::exchange(left_, {}), value, range, shown);
    if (typing_.control != name) {
        // true while the slider has a visible keyboard focus
        const bool has_cursor = focused_ == name && ImGui::GetIO().NavVisible;
        if (!has_cursor || !key_pressed(ImGuiKey_Enter)) return false;
        begin_typing(label, value, shown, frames_for_focus);
    }
    // The text field needs a different ImGui identifier than the slider, which may still be active.
    const std::string field = shown_text(label) + "###typed " + own_name(label);
    if (typing_.focus_frames == frames_for_focus) ImGui::SetKeyboardFocusHere();
    ImGui::InputText(field.c_str(), typing_.text.data(), typing_.text.size(),
                     ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    if (ImGui::IsItemActive())
        typing_.focus_frames = 0;
    else if (--typing_.focus_frames <
             0)  // the user has left the field; after Escape, the field contains the initial text
        value = apply_typing(std::exchange(typing_, {}), value, range, shown);
    return true;
}

}  // namespace milkomeda
