// The galaxy model of the shipped scenes with the Milky Way.
#pragma once

#include "data/galaxies/galaxy_spec.hpp"

namespace milkomeda {

// Returns the model of the galaxy milky-way in data/scenes/milky-way-andromeda.toml, without gas: model B of Dubinski,
// Mihos & Hernquist (1996, ApJ 462, 576), as fitted to their table.
GalaxySpec milky_way_spec();

}  // namespace milkomeda
