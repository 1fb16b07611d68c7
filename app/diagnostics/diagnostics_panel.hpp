// The Diagnostics panel: what is conserved while the motion runs, and how exact the forces are.
#pragma once

#include "app/motion/motion.hpp"
#include "app/widgets/widgets.hpp"

namespace milkomeda {

void diagnostics_panel(Widgets& widgets, const Motion& motion);

}  // namespace milkomeda
