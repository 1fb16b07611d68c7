// The controls of panels. Every control acts at once, limits its value to the valid range and has a tooltip. A right
// click resets the control to its initial value. Text is never cut off: a control that does not fit beside its label
// moves below the label, and longer text ends in "…" and appears in the tooltip. A slider is below its label and beside
// its value.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/ui/icons.hpp"
#include "app/ui/typed_number.hpp"
#include "data/base/setting.hpp"

namespace milkomeda {

// Range and display of a slider. `format` is a printf format with unit, such as "%.3f kpc".
template <typename Number>
struct SliderSpec {
    Number least, most, initial;
    const char* format;
    Scale scale = Scale::linear;
    Typed typed{};
};

// The label of a control is its text and its ImGui identifier. In "Milky Way###milky-way", text and identifier differ.
class Widgets {
  public:
    void begin_frame();
    void begin_panel(const std::string& name);  // must be called in the window of the panel
    void end_panel();                           // adds the panel to cut_off() if its contents are too wide

    using Scale = milkomeda::Scale;

    // Draw a slider. Return true if the value changed. A click on the value, Ctrl+click, or Enter on a slider with the
    // keyboard focus replaces the slider by a text field; take_note() then explains how the text was interpreted.
    template <typename Number>  // double or int
    bool slider(const char* label, Number& value, const SliderSpec<std::type_identity_t<Number>>& spec,
                const char* tooltip);
    bool slider(const char* label, float& value, const SliderSpec<double>& spec, const char* tooltip);
    // Draws a drop-down list. An entry whose text in `why_not` is not empty cannot be selected, and the list shows this
    // text as the reason.
    bool choice(const char* label, std::size_t& index, std::span<const std::string> names, std::size_t initial,
                const char* tooltip, std::span<const std::string> why_not = {});
    // Draws a drop-down list of the values of an enumeration, which must be 0, 1, 2, ... `names`: the entries.
    template <typename Enum, std::size_t size>
    bool choice(const char* label, Enum& value, const std::array<std::string_view, size>& names, Enum initial,
                const char* tooltip, std::span<const std::string> why_not = {}) {
        auto index = static_cast<std::size_t>(value);
        const std::vector<std::string> list{names.begin(), names.end()};
        const bool changed = choice(label, index, list, static_cast<std::size_t>(initial), tooltip, why_not);
        value = static_cast<Enum>(index);
        return changed;
    }
    bool checkbox(const char* label, bool& value, bool initial, const char* tooltip);
    bool color(const char* label, glm::vec3& value, const glm::vec3& initial, const char* tooltip);
    bool button(const char* label, const char* tooltip);
    // Draws one line of a list, with `text` at its end. A bar fills the part `share` (0 to 1) of the line.
    bool option(const char* label, const char* text, float share, bool chosen, const char* tooltip);
    bool section(const char* label, const char* tooltip);  // true while the section is open
    void heading(const char* text);                        // draws the heading of a group of controls
    // Draws a button without a frame. `size`: width and height in screen coordinates. `on`: true while the switch of
    // the button is on.
    bool flat_button(const char* name, const char* text, std::array<float, 2> size, bool on, const char* tooltip);
    // Draws a square flat button with an icon. `edge`: edge length in screen coordinates.
    bool icon_button(const char* name, Icon icon, float edge, bool on, const char* tooltip);
    // Draws a menu title. If the result is true, the caller adds entries and calls ImGui::EndMenu().
    bool begin_menu(const char* label, bool can_be_opened = true);
    // Draws a menu entry. The caller draws its subentries below while `open` is true. Returns true if the user clicks
    // the entry.
    bool fold(const char* label, bool open);
    // Draws a menu entry. Returns true if the user chooses the entry.
    bool menu_entry(const char* label, const char* keys, bool on, const char* tooltip, bool can_be_chosen = true);
    // Reserves an area of the width of the panel for drawing, and returns x, y, width and height.
    // `needed_width`: smallest width that the drawing requires.
    std::array<float, 4> canvas(const char* label, float height, const char* tooltip, float needed_width = 0);
    // Draws a label and a text. The tooltip may contain more details.
    void line(const char* label, const char* text, const char* tooltip);
    // Draws a text field. Returns true if the user presses Enter in the field.
    bool text(const char* label, std::string& value, const char* tooltip);

    // Positions of all panels and controls in this frame as x, y, width, height in screen coordinates. The
    // keys are "Panel" and "Panel/label".
    const std::map<std::string, std::array<float, 4>>& places() const { return places_; }

    // Keys of panels and controls whose text does not fit; the list must be empty in a correct layout.
    const std::vector<std::string>& cut_off() const { return cut_off_; }

    // Returns true if the user has just released a slider, typed a value or reset a control. Work that is too slow for
    // every frame of a drag must wait until this function returns true.
    bool edit_finished() const { return edit_finished_; }

    // Returns one line that explains why typed text was changed or rejected since the last call; empty if no text was
    // changed or rejected.
    std::string take_note() { return std::exchange(note_, {}); }

  private:
    // Draws the label of a control whose value is `value_width` wide, places the control beside or below the label, and
    // returns the ImGui identifier of the control.
    std::string placed(const char* label, float value_width);
    // Draws the label of a slider above the slider, and reserves `value_width` for the value beside the slider. Returns
    // the ImGui identifier of the slider.
    std::string place_slider(const char* label, float value_width);
    // Returns the label, shortened to fit beside a frame of the width `frame_width`. Adds the full label to the tooltip
    // if the label was shortened.
    std::string fitted(const char* label, float frame_width, std::string& tooltip);

    // State of a slider that is replaced by a text field.
    struct Typing {
        std::string control;  // key "Panel/label"; empty if no slider is a text field
        std::array<char, 64> text{};
        std::string at_first;  // initial text of the field
        int focus_frames = 0;  // number of frames in which the field may still get the keyboard focus
    };
    std::string name_of(const std::string& label) const;  // returns the key "Panel/label"
    void note_place(const std::string& name);             // notes the position of the ImGui item that was just drawn
    // true if the user has just Ctrl+clicked the control that is drawn next
    bool typing_asked(const std::string& label) const;
    // Number of frames within which a new text field must get the keyboard focus. A field that a Ctrl+click opens gets
    // the focus at once.
    static constexpr int frames_for_focus = 3;
    void begin_typing(const std::string& label, double number, const ShownNumber& shown, int focus_frames);
    // If a text field replaces the slider, draws the text field and returns true. `value` changes when the user leaves
    // the field.
    bool is_text_field(const std::string& label, double& value, const Range& range, const ShownNumber& shown);
    double apply_typing(const Typing& typing, double now, const Range& range, const ShownNumber& shown);
    // Notes the position and state of the control that was just drawn, and shows its tooltip. Returns true if
    // the user resets the control.
    bool finish(const std::string& label, const std::string& tooltip);
    void explain(const std::string& name, const std::string& tooltip);

    std::string panel_;
    std::string hovered_;  // key "Panel/label" of the control under the mouse
    double hovered_since_ = 0;
    std::map<std::string, std::array<float, 4>> places_;
    std::vector<std::string> cut_off_;
    bool edit_finished_ = false;
    std::string focused_;  // key "Panel/label" of the control with the keyboard focus
    Typing typing_;        // text field in use
    Typing left_;          // text field that lost the focus to a different control, and whose text is not evaluated yet
    std::string note_;
};

}  // namespace milkomeda
