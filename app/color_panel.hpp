// The part of the View panel that says what gives particles their colour.
#pragma once

#include "app/exhibit.hpp"
#include "app/widgets.hpp"

namespace milkomeda {

void color_panel(Widgets& widgets, Look& look, const Exhibit& exhibit);

}  // namespace milkomeda
