// The table of commands over the picture, menu by menu.
#pragma once

#include <span>

#include "app/ui/user_commands.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// Between bars of these heights. Its close button sets `shown` to false.
void help_overlay(Widgets& widgets, std::span<const UserCommand> commands, float above, float below,
                  bool& shown);

}  // namespace milkomeda
