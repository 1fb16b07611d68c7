// The Device panel's section on screens: how large text is, and which monitor full screen takes.
#pragma once

#include "app/panels/widgets.hpp"
#include "app/platform/ui.hpp"

namespace milkomeda {

void screen_section(Widgets& widgets, Window& window, Ui& ui);

}  // namespace milkomeda
