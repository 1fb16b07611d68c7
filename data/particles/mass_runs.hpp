// Detection of components by the bodies' masses, for files that do not name components.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Components of Dubinski's dataset, in the order of the rows of its table, with total masses in model units.
namespace dubinski {
struct Part {
    std::string_view galaxy, name;
    double mass;
};
inline constexpr std::array<Part, 6> parts{{
    {"milky-way", "disk", 0.81742},
    {"andromeda", "disk", 1.71254},
    {"milky-way", "bulge", 0.43064},
    {"andromeda", "bulge", 0.90221},
    {"milky-way", "halo", 10.2151},
    {"andromeda", "halo", 21.4011},
}};
}  // namespace dubinski

// Divides the bodies into components at every change of mass. If the masses follow the order of the Dubinski dataset
// (at any mass scale and with any stride), the components are named disk/bulge/halo of milky-way/andromeda; otherwise
// "component 1" and so on. If there is only one part, or more than 64 parts, all bodies form one component "all".
std::vector<Component> components_from_masses(const std::vector<Float4>& positions);

}  // namespace milkomeda
