#include "data/encounter/rigid_galaxy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "data/text/text.hpp"

namespace milkomeda {

RigidGalaxy rigid_galaxy_named(const std::string& name) {
    if (std::ranges::find(offered_rigid_galaxies, name) == offered_rigid_galaxies.end())
        throw std::invalid_argument(fmt::format("'{}' is not one of {}", name, join(offered_rigid_galaxies)));
    return *value_named<RigidGalaxy>(name);
}

}  // namespace milkomeda
