// The section of the View panel about the slice through the potential.
#pragma once

#include "app/potential/potential_slice.hpp"
#include "app/widgets/widgets.hpp"

namespace milkomeda {

void slice_section(Widgets& widgets, PotentialSlice& slice, const Camera& camera);

}  // namespace milkomeda
