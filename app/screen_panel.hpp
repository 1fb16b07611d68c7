// The Device panel's section on screens: how large text is, and which monitor full screen takes.
#pragma once

#include "app/ui.hpp"
#include "app/widgets.hpp"

namespace milkomeda {

void screen_section(Widgets& widgets, Window& window, Ui& ui);

}  // namespace milkomeda
