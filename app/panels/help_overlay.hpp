// The table of controls over the picture, menu by menu.
#pragma once

#include <span>

#include "app/ui/controls.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// Between bars of these heights. Its close button sets `shown` to false.
void help_overlay(Widgets& widgets, std::span<const Control> controls, float above, float below, bool& shown);

}  // namespace milkomeda
