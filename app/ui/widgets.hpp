// The controls of panels. Every control acts immediately, limits its value to the valid range, has a tooltip,
// is reset by a right click, and reports its position on screen. Text is never cut off: a control without
// enough space beside its label moves below it, and a text that is still too long ends in "…" and appears in
// the tooltip.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/typed_number.hpp"
#include "data/base/setting.hpp"

namespace milkomeda {

// The label of a control is its text and ImGui's identifier; "Milky Way###milky-way" separates them.
class Widgets {
  public:
    void begin_frame();
    void begin_panel(const std::string& name);  // call inside the panel's window
    // call for panels whose contents might be wider than the panel
    void end_panel();

    using Scale = milkomeda::Scale;

    // `format` shows value and unit ("%.3f kpc"). Returns true if the value changed. Ctrl+click, or Enter on
    // a slider with the keyboard focus, turns the slider into a text field; take_note() explains how the text
    // was understood.
    bool slider(const char* label, double& value, double least, double most, double initial,
                const char* format, Scale scale, const char* tooltip, const Typed& typed = {});
    bool slider(const char* label, int& value, int least, int most, int initial, const char* format,
                Scale scale, const char* tooltip, const Typed& typed = {});
    bool slider(const char* label, float& value, double least, double most, double initial,
                const char* format, Scale scale, const char* tooltip, const Typed& typed = {});
    // Entries with a text in `why_not` show this text and cannot be chosen.
    bool choice(const char* label, std::size_t& index, std::span<const std::string> names,
                std::size_t initial, const char* tooltip, std::span<const std::string> why_not = {});
    // Choice for an enumeration that counts from 0, with its names.
    template <typename Enum, std::size_t size>
    bool choice(const char* label, Enum& value, const std::array<std::string_view, size>& names, Enum initial,
                const char* tooltip) {
        auto index = static_cast<std::size_t>(value);
        const std::vector<std::string> list{names.begin(), names.end()};
        const bool changed = choice(label, index, list, static_cast<std::size_t>(initial), tooltip);
        value = static_cast<Enum>(index);
        return changed;
    }
    bool checkbox(const char* label, bool& value, bool initial, const char* tooltip);
    bool color(const char* label, glm::vec3& value, const glm::vec3& initial, const char* tooltip);
    bool button(const char* label, const char* tooltip);
    // One line of a list, with a bar that fills the share `share` (0 to 1) of it, and a text at its end.
    bool option(const char* label, const char* text, float share, bool chosen, const char* tooltip);
    bool section(const char* label, const char* tooltip);  // true while it is open
    // A tab, or another button in the row of tabs, of this width and height.
    bool tab(const char* name, const char* text, std::array<float, 2> size, bool in_front,
             const char* tooltip);
    // An area (x, y, width, height) that can be dragged, and the state of the mouse on it.
    struct Grip {
        bool hovered, held, reset;
    };
    Grip grip(const char* name, const std::array<float, 4>& place, const char* tooltip);
    // Inside a menu bar or a menu. If it returns true, add the entries and call ImGui::EndMenu().
    bool begin_menu(const char* label);
    // In a menu: an entry whose subentries are shown below it while it is open. Returns true when clicked.
    bool fold(const char* label, bool open);
    bool menu_entry(const char* label, const char* keys, bool on, const char* tooltip,
                    bool can_be_chosen = true);  // true when chosen
    // Reserves an area to draw in, as wide as the panel; returns x, y, width, height. `needed_width` is the
    // least width of the drawing.
    std::array<float, 4> canvas(const char* label, float height, const char* tooltip, float needed_width = 0);
    // A label and a text; the tooltip may say more.
    void line(const char* label, const char* text, const char* tooltip);
    // Returns true when Enter was pressed in the field.
    bool text(const char* label, std::string& value, const char* tooltip);

    // Position of every panel and control in this frame, in screen coordinates x, y, width, height, by the
    // keys "Panel" and "Panel/label".
    const std::map<std::string, std::array<float, 4>>& places() const { return places_; }

    // Keys of panels and controls whose text is wider than their area; this is a fault.
    const std::vector<std::string>& cut_off() const { return cut_off_; }

    // True if the user has released a slider, typed a value or reset a control; for work that is too slow to
    // repeat during a drag.
    bool edit_finished() const { return edit_finished_; }

    // Returns one line about a typed text that could not be taken as it is, since the last call; usually
    // empty.
    std::string take_note() { return std::exchange(note_, {}); }

  private:
    // Returns the label for ImGui of a control with a value of this width, and places it beside or below its
    // label.
    std::string placed(const char* label, float value_width);
    // Shortens the label of a control with its text inside a frame of this width; a text that does not fit is
    // added to the tooltip.
    std::string fitted(const char* label, float frame_width, std::string& tooltip);

    // A slider that is a text field at the moment.
    struct Typing {
        std::string control;  // "Panel/label"; empty if no slider is a text field
        std::array<char, 64> text{};
        std::string at_first;  // text at the beginning
        int waits = 0;         // frames in which the field still may get the keyboard focus
    };
    std::string name_of(const std::string& label) const;  // "Panel/label"
    bool typing_asked(const std::string& label) const;    // true after Ctrl+click on the next control
    void begin_typing(const std::string& label, double number, const ShownNumber& shown, int waits);
    // Draws the text field and returns true if the slider is a text field. `value` changes when the field is
    // left.
    bool is_text_field(const std::string& label, double& value, const Range& range, const ShownNumber& shown);
    double take(const Typing& typing, double now, const Range& range, const ShownNumber& shown);
    bool finish(const std::string& label, const std::string& tooltip);  // true if the control is to be reset
    void explain(const std::string& name, const std::string& tooltip);

    std::string panel_;
    std::string hovered_;  // "Panel/label" of the control under the mouse
    double hovered_since_ = 0;
    std::string held_;  // the grip that the mouse holds
    std::map<std::string, std::array<float, 4>> places_;
    std::vector<std::string> cut_off_;
    bool edit_finished_ = false;
    std::string focused_;  // "Panel/label" of the control with the keyboard focus
    // left_: a field that was left for another control before it could evaluate its text
    Typing typing_, left_;
    std::string note_;
};

}  // namespace milkomeda
