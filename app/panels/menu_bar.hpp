// The menus at the upper edge of the window, with the commands that a menu can start.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "app/ui/user_commands.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class MenuBar {
  public:
    static float height();  // height of the bar in screen coordinates

    // Draws the menus. Returns the command chosen in this frame, or null.
    const UserCommand* draw(Widgets& widgets, std::span<const UserCommand> commands);

    // True while a menu is open, except in the frame in which the user chooses an entry.
    bool is_open() const { return open_ && !chosen_; }
    void close() { closing_ = true; }  // closes the open menu in the next frame

  private:
    void menu(Widgets& widgets, const char* label, const std::function<void()>& contents, bool can_be_opened = true);
    void folded_menus(Widgets& widgets, std::span<const UserCommand> commands);
    void entries(Widgets& widgets, std::span<const UserCommand> commands, Menu menu);
    void entry(Widgets& widgets, const UserCommand& command);

    const UserCommand* chosen_ = nullptr;
    std::optional<Menu> unfolded_;     // menu whose entries are unfolded in a narrow window
    std::vector<UserCommand> listed_;  // entries of the open submenu
    bool open_ = false, closing_ = false;
    bool narrow_ = false;  // true if the menu titles do not fit into one row
};

}  // namespace milkomeda
