// The help over the picture: all commands of the mouse and of keys, grouped by menu.
#pragma once

#include <span>

#include "app/ui/user_commands.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// Draws the help between bars of the heights `above` and `below`. Its close button sets `shown` to false.
void help_overlay(Widgets& widgets, std::span<const UserCommand> commands, float above, float below,
                  bool& shown);

}  // namespace milkomeda
