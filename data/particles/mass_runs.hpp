// Detection of components by the bodies' masses, for files that do not name components.
#pragma once

#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Divides the bodies into components at every change of mass. If the masses follow the order of the Dubinski dataset
// (at any mass scale and with any stride), the components are named disk/bulge/halo of milky-way/andromeda; otherwise
// "component 1" and so on. If there is only one part, or more than 64 parts, all bodies form one component "all".
std::vector<Component> components_from_masses(const std::vector<Float4>& positions);

}  // namespace milkomeda
