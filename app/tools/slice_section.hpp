// The section of the View panel that controls the slice through the potential.
#pragma once

#include "app/tools/potential_slice.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

void slice_section(Widgets& widgets, PotentialSlice& slice, const Camera& camera);

}  // namespace milkomeda
