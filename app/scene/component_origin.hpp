// State of a component at its start. It keeps the stars and colors of the component in pictures while other
// galaxies come and go.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "app/scene/disk_heat.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

struct ComponentOrigin {
    int galaxy = 0;  // number that chooses the color of the galaxy
    // first row at the start; seeds the random properties of each row, which therefore stay
    std::size_t first_row = 0;
    // Distances of the rows from the center of their galaxy at the start, and the radius that held half of
    // the rows.
    std::shared_ptr<const std::vector<float>> radii;
    float half_radius = 1;
    DiskHeat heat;
};

// Returns the component among `others` with the same galaxy, name and number of bodies; null if there is no
// match.
const Component* same_component(const std::vector<Component>& others, const Component& component);

// Returns the origin of each component of particles at their start. The Milky Way always has the number of
// the first galaxy, Andromeda that of the second.
std::vector<ComponentOrigin> origins_of(const ParticleSet& start);

// Returns the origins of particles that were made from `before`. Components of the same galaxy, name and
// number of bodies keep their origins; new galaxies get the next free numbers.
std::vector<ComponentOrigin> origins_of(const ParticleSet& particles, const ParticleSet& before,
                                        const std::vector<ComponentOrigin>& origins_before);

}  // namespace milkomeda
