// The help over the picture: all mouse and key controls, grouped by menu.
#pragma once

#include <span>

#include "app/ui/controls.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// Draws the help between bars of the heights `above` and `below`. Its close button sets `shown` to false.
void help_overlay(Widgets& widgets, std::span<const Control> controls, float above, float below, bool& shown);

}  // namespace milkomeda
