// The part of a source that is simulated: fewer bodies, some components, other scales.
#pragma once

#include <cstddef>
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

    bool operator==(const Selection&) const = default;
    bool is_all() const { return *this == Selection{}; }  // of the source, as it is
};

// Keeps the chosen components, thins each by an even stride (shares by largest remainder, at least one row
// each) with masses rescaled so that every component keeps its total mass, recenters position and velocity
// if rows were dropped, and applies the scales. Throws std::invalid_argument with one line: more bodies than
// there are, fewer than components, an unknown component (says which exist), a scale that is not positive.
ParticleSet select(const ParticleSet& source, const Selection& selection);
// The same; the source itself where all of it is chosen as it is.
ParticleSet select(ParticleSet&& source, const Selection& selection);

}  // namespace milkomeda
