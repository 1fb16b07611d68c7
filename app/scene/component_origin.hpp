// State of a component at its start. It determines the component's stars and colors, which stay the same when
// other galaxies are added or removed.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "app/scene/disk_heat.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

struct ComponentOrigin {
    int galaxy = 0;  // number that chooses the color of the galaxy
    // First row of the component at its start; seeds the random properties of the bodies, which never change.
    std::size_t first_row = 0;
    // Distance of each body from the center of its galaxy at the start, and the median of these distances.
    std::shared_ptr<const std::vector<float>> radii;
    float half_radius = 1;
    DiskHeat heat;
};

// Returns the component in `others` with the galaxy, name and body count of `component`; null without match.
const Component* same_component(const std::vector<Component>& others, const Component& component);

// Returns the origin of each component in the start of a run. The Milky Way always has the color number of
// the first galaxy, Andromeda the number of the second galaxy.
std::vector<ComponentOrigin> origins_of(const ParticleSet& start);

// Returns the origins of `particles`, which were made from `before` by adding or removing galaxies.
// Components with equal galaxy, name and body count keep their origins; new galaxies get the next free color
// numbers.
std::vector<ComponentOrigin> origins_of(const ParticleSet& particles, const ParticleSet& before,
                                        const std::vector<ComponentOrigin>& origins_before);

}  // namespace milkomeda
