// The menus at the window's upper edge: the rows of the table of commands that can be chosen.
#pragma once

#include <optional>
#include <span>

#include "app/ui/user_commands.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class MenuBar {
  public:
    static float height();  // screen coordinates

    // The command that was chosen in this frame; null for none.
    const UserCommand* draw(Widgets& widgets, std::span<const UserCommand> commands);

    bool is_open() const { return open_ && !chosen_; }  // a menu is, from which nothing was chosen just now
    void close() { closing_ = true; }                   // it

  private:
    void menus(Widgets& widgets, std::span<const UserCommand> commands);
    void folded_menus(Widgets& widgets, std::span<const UserCommand> commands);
    void entries(Widgets& widgets, std::span<const UserCommand> commands, Menu menu);
    void entry(Widgets& widgets, const UserCommand& command);
    void list(Widgets& widgets, const UserCommand& command);

    const UserCommand* chosen_ = nullptr;
    std::optional<Menu> unfolded_;     // in a narrow window
    std::vector<UserCommand> listed_;  // of the menu in a menu that is open
    bool open_ = false, closing_ = false;
    bool narrow_ = false;  // there is room for titles alone
};

}  // namespace milkomeda
