// From what a source holds to what is simulated: fewer bodies, some components, other scales, mixed rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

struct Selection {
    std::optional<std::size_t> bodies = {};    // all rows when empty
    std::vector<std::string> components = {};  // "disk", "bulge", "halo", "milky-way disk"; all when empty
    double position_scale = 1;
    double velocity_scale = 1;
    double mass_scale = 1;
};

// Keeps the chosen components, thins each by an even stride (shares by largest remainder, at least one row
// each) with masses rescaled so that every component keeps its total mass, recentres position and velocity
// if rows were dropped, and applies the scales. Throws std::invalid_argument with one line: more bodies than
// there are, fewer than components, an unknown component (says which exist), a scale that is not positive.
Particles select(const Particles& source, const Selection& selection);
// The same; the source itself where all of it is chosen as it is.
Particles select(Particles&& source, const Selection& selection);

// Puts the centre of mass to rest at the origin.
void recentre(Particles& particles);

// Mixes the rows inside every component with a fixed seed, so that row mod k is a fair sample of each.
// Ids travel with their rows.
void shuffle_components(Particles& particles, std::uint64_t seed = 1);

// Splits rows at every change of mass and names the parts: disk/bulge/halo of milky-way/andromeda where the
// masses are in the Dubinski order (any scale and stride of it), "component 1" ... otherwise; "all" for one
// run, or for more than 64.
std::vector<Component> components_from_masses(const std::vector<Float4>& positions);

}  // namespace milkomeda
