// Components of sources that name none, told by their masses.
#pragma once

#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Splits rows at every change of mass and names the parts: disk/bulge/halo of milky-way/andromeda where the
// masses are in the Dubinski order (any scale and stride of it), "component 1" ... otherwise; "all" for one
// run, or for more than 64.
std::vector<Component> components_from_masses(const std::vector<Float4>& positions);

}  // namespace milkomeda
