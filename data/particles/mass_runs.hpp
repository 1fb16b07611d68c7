// Detection of components by their masses, for sources that do not name components.
#pragma once

#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Splits the rows at every change of mass and names the parts. If the masses follow the Dubinski order (at
// any scale and stride), the names are disk/bulge/halo of milky-way/andromeda; otherwise "component 1" and so
// on. One part, or more than 64 parts, become one component "all".
std::vector<Component> components_from_masses(const std::vector<Float4>& positions);

}  // namespace milkomeda
