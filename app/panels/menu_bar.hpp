// The menus at the upper edge of the window. They list the commands of the table of controls that a menu can
// start.
#pragma once

#include <optional>
#include <span>

#include "app/ui/controls.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class MenuBar {
  public:
    static float height();  // height of the bar in screen coordinates

    // Draws the menus. Returns the command chosen in this frame, or null.
    const Control* draw(Widgets& widgets, std::span<const Control> controls);

    // True while a menu is open and nothing was just chosen from it.
    bool is_open() const { return open_ && !chosen_; }
    void close() { closing_ = true; }  // Closes the open menu in the next frame.

  private:
    void menus(Widgets& widgets, std::span<const Control> controls);
    void folded_menus(Widgets& widgets, std::span<const Control> controls);
    void entries(Widgets& widgets, std::span<const Control> controls, Menu menu);
    void entry(Widgets& widgets, const Control& control);
    void list(Widgets& widgets, const Control& control);

    const Control* chosen_ = nullptr;
    std::optional<Menu> unfolded_;  // menu whose entries are unfolded in a narrow window
    std::vector<Control> listed_;   // entries of the open submenu
    bool open_ = false, closing_ = false;
    bool narrow_ = false;  // The menus do not fit beside each other.
};

}  // namespace milkomeda
