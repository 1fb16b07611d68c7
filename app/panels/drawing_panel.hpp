// The Device panel's section on drawing: what a frame costs, pass by pass, and how many bodies it draws.
#pragma once

#include "app/panels/widgets.hpp"
#include "app/scene/draw_cost.hpp"

namespace milkomeda {

void drawing_section(Widgets& widgets, DrawCost& cost, DrawMode mode);

}  // namespace milkomeda
