// The help page over the picture, with all mouse actions and keys grouped by menu.
#pragma once

#include <span>

#include "app/ui/user_commands.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// Draws the help between the bars at the top and bottom, whose heights are `above` and `below`. The close
// button sets `shown` to false.
void help_overlay(Widgets& widgets, std::span<const UserCommand> commands, float above, float below, bool& shown);

}  // namespace milkomeda
