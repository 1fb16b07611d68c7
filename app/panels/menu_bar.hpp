// The menus at the window's upper edge: the rows of the table of controls that can be chosen.
#pragma once

#include <optional>
#include <span>

#include "app/ui/controls.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class MenuBar {
  public:
    static float height();  // screen coordinates

    // The control that was chosen in this frame; null for none.
    const Control* draw(Widgets& widgets, std::span<const Control> controls);

    bool is_open() const { return open_ && !chosen_; }  // a menu is, from which nothing was chosen just now
    void close() { closing_ = true; }                   // it

  private:
    void menus(Widgets& widgets, std::span<const Control> controls);
    void folded_menus(Widgets& widgets, std::span<const Control> controls);
    void entries(Widgets& widgets, std::span<const Control> controls, Menu menu);
    void entry(Widgets& widgets, const Control& control);
    void list(Widgets& widgets, const Control& control);

    const Control* chosen_ = nullptr;
    std::optional<Menu> unfolded_;  // in a narrow window
    std::vector<Control> listed_;   // of the menu in a menu that is open
    bool open_ = false, closing_ = false;
    bool narrow_ = false;  // there is room for titles alone
};

}  // namespace milkomeda
