// The panels' building blocks: every control acts at once, is clamped to what is valid, explains itself in a
// tooltip, goes back to its default on a right click, and tells where it is on screen. Text is never cut off:
// a control that has too little room beside its label goes below it, and what is too long all the same ends
// in "…" and stands in the tooltip.
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

// A control's label is its name, and ImGui's identifier; "Milky Way###milky-way" shows another text.
class Widgets {
  public:
    void begin_frame();
    void begin_panel(const std::string& name);  // inside it
    void end_panel();                           // of those whose contents might be wider than they

    using Scale = milkomeda::Scale;

    // `format` shows value and unit ("%.3f kpc"); true when the value changed. Ctrl+click, or Enter on one
    // that the keyboard has chosen, makes a text field of it; take_note() says what became of the text.
    bool slider(const char* label, double& value, double least, double most, double initial,
                const char* format, Scale scale, const char* tooltip, const Typed& typed = {});
    bool slider(const char* label, int& value, int least, int most, int initial, const char* format,
                Scale scale, const char* tooltip, const Typed& typed = {});
    bool slider(const char* label, float& value, double least, double most, double initial,
                const char* format, Scale scale, const char* tooltip, const Typed& typed = {});
    // Entries with a line in `why_not` say it and cannot be chosen.
    bool choice(const char* label, std::size_t& index, std::span<const std::string> names,
                std::size_t initial, const char* tooltip, std::span<const std::string> why_not = {});
    // The same for an enumeration that counts from 0, by its names.
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
    // One line of a list to choose from, with a bar as long as `share` (0 to 1) of it and a text at its end.
    bool option(const char* label, const char* text, float share, bool chosen, const char* tooltip);
    bool section(const char* label, const char* tooltip);  // true while it is open
    // A tab, or another button in the row of tabs, of this width and height.
    bool tab(const char* name, const char* text, std::array<float, 2> size, bool in_front,
             const char* tooltip);
    // A place (x, y, width, height) to take hold of, and what the mouse does with it.
    struct Grip {
        bool hovered, held, reset;
    };
    Grip grip(const char* name, const std::array<float, 4>& place, const char* tooltip);
    // Inside a menu bar or a menu; when true, entries follow, and ImGui::EndMenu().
    bool begin_menu(const char* label);
    // In a menu, what has its entries below it when it is open; true when clicked.
    bool fold(const char* label, bool open);
    bool menu_entry(const char* label, const char* keys, bool on, const char* tooltip,
                    bool can_be_chosen = true);  // true when chosen
    // Keeps a place to draw in, as wide as the panel: x, y, width, height. What is drawn may need a width.
    std::array<float, 4> canvas(const char* label, float height, const char* tooltip, float needed_width = 0);
    // Words, which the tooltip may say at more length.
    void line(const char* label, const char* text, const char* tooltip);
    // True when Enter was pressed in it.
    bool text(const char* label, std::string& value, const char* tooltip);

    // Screen coordinates x, y, width, height of every panel and control drawn in this frame, by "Panel" and
    // "Panel/label".
    const std::map<std::string, std::array<float, 4>>& places() const { return places_; }

    // Names as in places(), of panels and controls with a text that is wider than its place: faults.
    const std::vector<std::string>& cut_off() const { return cut_off_; }

    // The last slider was let go (or typed into, or reset): for what is too slow to follow every particle source.
    bool edit_finished() const { return edit_finished_; }

    // One line on what was typed and could not be taken as it was, since the last call; mostly empty.
    std::string take_note() { return std::exchange(note_, {}); }

  private:
    // The label with which ImGui draws a control whose value is so wide, beside it or below.
    std::string placed(const char* label, float value_width);
    // The same for what has its text inside, and its frame is so wide; what is left out comes to the tooltip.
    std::string fitted(const char* label, float frame_width, std::string& tooltip);

    // A slider that is a text field for now.
    struct Typing {
        std::string control;  // "Panel/label"; empty: none is
        std::array<char, 64> text{};
        std::string at_first;  // the text
        int waits = 0;         // frames that the keyboard has for coming to it
    };
    std::string name_of(const std::string& label) const;  // "Panel/label"
    bool typing_asked(const std::string& label) const;    // by a click with Ctrl on what comes next
    void begin_typing(const std::string& label, double number, const ShownNumber& shown, int waits);
    // True while the slider is a text field, which it draws; `value` changes once that is left.
    bool is_text_field(const std::string& label, double& value, const Range& range, const ShownNumber& shown);
    double take(const Typing& typing, double now, const Range& range, const ShownNumber& shown);
    bool finish(const std::string& label, const std::string& tooltip);  // true when it is to be reset
    void explain(const std::string& name, const std::string& tooltip);

    std::string panel_;
    std::string hovered_;  // "Panel/label" of the control under the mouse
    double hovered_since_ = 0;
    std::string held_;  // the grip that the mouse holds
    std::map<std::string, std::array<float, 4>> places_;
    std::vector<std::string> cut_off_;
    bool edit_finished_ = false;
    std::string focused_;   // "Panel/label" of the control that the keyboard has chosen
    Typing typing_, left_;  // left_: for another one, before it could see that
    std::string note_;
};

}  // namespace milkomeda
