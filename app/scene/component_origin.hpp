// What pictures know of the past of a component: with it they show the same stars in the same colours,
// whatever becomes of other galaxies.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "app/scene/disk_heat.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

struct ComponentOrigin {
    int galaxy = 0;             // galaxies are told apart by it, in colour
    std::size_t first_row = 0;  // at the start: what is drawn by lot for each row stays as it was there
    // Distances of its rows from the center of their galaxy at the start, and the one within which half of
    // them were.
    std::shared_ptr<const std::vector<float>> radii;
    float half_radius = 1;
    DiskHeat heat;
};

// The one among others of the same galaxy, name and number of bodies; null if there is none.
const Component* same_component(const std::vector<Component>& others, const Component& component);

// One for each component, of particles at their start. The Milky Way and Andromeda are the first and the
// second galaxy wherever one of them is.
std::vector<ComponentOrigin> origins_of(const ParticleSet& start);

// The same where these particles were made of others: components of the same galaxy, name and number of
// bodies keep their origins, and the numbers of new galaxies go on.
std::vector<ComponentOrigin> origins_of(const ParticleSet& particles, const ParticleSet& before,
                                        const std::vector<ComponentOrigin>& origins_before);

}  // namespace milkomeda
